"""Questions in JSON, as `mazewright ask` answers them: everything small that the library can do."""

from __future__ import annotations

import json
from typing import Any, Callable

from . import _core


def ask(question: str | dict[str, Any], *, on_progress: Callable[[dict[str, Any]], object] | None = None,
        **fields: Any) -> dict[str, Any]:
    """Asks a question (docs/api.md lists them) and returns the answer as a dict.

    `on_progress` is called with a dict now and then during long questions. What cannot be answered
    raises MazeError.

    >>> ask("random", kind="rook", size="5x5", seed=7)["kind"]
    'rook'
    >>> ask({"ask": "optimum", "maze": "rook:5x5#7"})
    {'known': True, 'optimum': 4}
    """
    asked = {"ask": question} if isinstance(question, str) else dict(question)
    asked.update(fields)
    told = None
    if on_progress is not None:
        asked["progress"] = True

        def told(line: str) -> None:
            on_progress(json.loads(line))

    answer = json.loads(_core.ask(json.dumps(asked, allow_nan=False), told))
    if "error" in answer:
        error = _core.MazeError(answer["error"]["text"])
        error.line, error.column = answer["error"]["line"], answer["error"]["column"]
        raise error
    return answer


def kinds() -> list[dict[str, Any]]:
    """All kinds of maze: their names, rules, options, heuristics, features and objectives.

    >>> [kind["name"] for kind in kinds()][:2]
    ['rook', 'die']
    """
    return ask("about")["kinds"]


def algorithms() -> list[dict[str, Any]]:
    """All search algorithms.

    >>> "astar" in [algorithm["name"] for algorithm in algorithms()]
    True
    """
    return ask("about")["algorithms"]
