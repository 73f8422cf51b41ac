"""Charts of curves, as SVG."""

from __future__ import annotations

import base64
import math
from array import array
from html import escape
from typing import Iterable, Mapping, Sequence, Union

from . import _core

Points = Sequence[Union[float, tuple[float, float]]]


class Chart:
    """A chart. `svg` is its text, which a notebook shows; "" where there is nothing to draw."""

    def __init__(self, svg: str, about: str) -> None:
        self.svg = svg
        self._about = about

    def __repr__(self) -> str:
        return f"<Chart {self._about}>"

    def _repr_html_(self) -> str:
        """As a picture with a name, so that its style touches nothing else on the page."""
        if not self.svg:
            return ""
        data = base64.b64encode(self.svg.encode()).decode()
        return f'<img alt="{escape(self._about)}" src="data:image/svg+xml;base64,{data}">'


def chart(curves: Mapping[str, Points], *, title: str | None = None, x: str | None = None,
          y: str | None = None, dots: bool = False, log_x: bool = False, log_y: bool = False) -> Chart:
    """Draws curves by their names, as lines or as dots.

    A curve is a sequence of numbers, which are at x = 1, 2, ..., or of pairs (x, y). `x` and `y` say what
    the axes are. Values that are NaN, or not above 0 on a logarithmic axis, are left out.

    >>> chart({"squares": [1, 4, 9], "doubles": [(1, 2), (3, 6)]}, x="n").svg[:4]
    '<svg'
    """
    drawn = []
    for name, points in curves.items():
        pairs = [tuple(point) if hasattr(point, "__len__") else (place, point)
                 for place, point in enumerate(points, 1)]
        if any(len(pair) != 2 for pair in pairs):
            raise ValueError(f"a point of the curve {name!r} is neither a number nor a pair (x, y)")
        drawn.append((name, _values(x for x, _ in pairs), _values(y for _, y in pairs)))
    about = ": ".join(filter(None, (title or y, ", ".join(curves))))
    return Chart(_core.chart(tuple(drawn), dots, title, x, y, log_x, log_y), about)


def _values(numbers: Iterable[float]) -> bytes:
    values = array("d", numbers)
    if any(value and not 1e-100 <= abs(value) <= 1e100 and abs(value) < math.inf for value in values):
        raise ValueError("a number in a chart is 0, or from 1e-100 to 1e100, or below 0 in the same way")
    return values.tobytes()
