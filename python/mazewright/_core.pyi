from typing import Any, Callable

from .mazes import Maze as _Maze

FAR: int
version: str

class MazeError(ValueError):
    line: int
    column: int

class LimitReached(RuntimeError): ...

class State:
    is_goal: bool
    is_lost: bool
    rank: int | None
    maze: _Maze
    features: dict[str, float | None]
    def moves(self) -> list[tuple[str, State, int]]: ...
    def __hash__(self) -> int: ...
    def __getattr__(self, feature: str) -> Any: ...  # the features of the kind

class Graph:
    maze: _Maze
    states: int
    reachable: int
    edges: int
    distance: memoryview
    depth: memoryview
    status: memoryview
    first: memoryview
    edge_to: memoryview
    edge_cost: memoryview
    edge_action: memoryview
    edge_status: memoryview
    back_first: memoryview
    back: memoryview
    def state(self, id: int) -> State: ...
    def solution(self) -> list[int]: ...
    def features(self) -> memoryview: ...

class Heuristic:
    __name__: str
    admissible: bool
    def __init__(self, maze: Maze, name: str | None, /) -> None: ...
    def __call__(self, state: State, /) -> float: ...

class Array: ...

class Maze:
    kind: str
    size: tuple[int, int, int]
    actions: list[str]
    start: State
    def __init__(self, text: str | bytes, kind: str | None = None) -> None: ...
    def _print(self, form: str) -> str: ...
    def _play(self, moves: str) -> State: ...
    def _hint(self, moves: str, grade: int, states: int, bytes: int, seconds: float) -> str: ...
    def _svg(self, moves: str, solution: str | None, theme: str, scale: float) -> str | None: ...
    def _verify(self, text: str, strict: bool, optimal: bool, states: int, bytes: int,
                seconds: float) -> dict[str, Any]: ...
    def _analyse(self, states: int, bytes: int, seconds: float) -> dict[str, Any]: ...
    def _search(self, algorithm: str | None, heuristic: Any, weight: float, states: int, bytes: int,
                seconds: float, prove: bool, exhaust: bool, events: int) -> Any: ...
    def _audit(self, heuristic: Any, states: int, bytes: int, seconds: float) -> dict[str, Any]: ...
    def _graph(self, all: bool, states: int, bytes: int, seconds: float) -> Graph: ...

def ask(text: str, progress: Callable[[str], object] | None, /) -> str: ...
def design(type: type, kind: str, size: str, objective: str | None, require: tuple[str, ...],
           method: str | None, seconds: float, evaluations: int, seed: int, bytes: int,
           progress: Callable[..., object] | None, /) -> dict[str, Any]: ...
def chart(curves: tuple[tuple[str, bytes, bytes], ...], dots: bool, title: str | None, x: str | None,
          y: str | None, log_x: bool, log_y: bool, /) -> str: ...
