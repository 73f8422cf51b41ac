"""Charts: what is drawn, and input that is wrong."""

import math

import pytest

import mazewright
from mazewright import chart


def test_lines_and_dots():
    drawn = chart({"one": [1, 2, 4], "two & more": [(1, 5), (2, math.nan), (3, 7)]}, title="T", x="n", y="m")
    assert drawn.svg.startswith("<svg") and drawn.svg.endswith("</svg>\n")
    assert "two &amp; more" in drawn.svg and "nan" not in drawn.svg
    assert 'alt="T: one, two &amp; more"' in drawn._repr_html_() and repr(drawn) == "<Chart T: one, two & more>"
    assert chart({"one": [1, 2, 4]}, dots=True).svg != chart({"one": [1, 2, 4]}).svg


def test_nothing_to_draw():
    for curves in ({}, {"none": []}, {"none": [math.nan]}):
        assert chart(curves).svg == chart(curves)._repr_html_() == ""


def test_logarithmic_axes_leave_out_what_is_not_above_0():
    assert chart({"a": [-1, 0]}, log_y=True).svg == ""
    assert chart({"a": [(0, 1), (10, 10), (1000, 3)]}, log_x=True, log_y=True).svg


@pytest.mark.parametrize("values", [[1e100, -1e100], [math.inf, 1], [1e-100, 0], [1] * 100000, range(3), (3, 4)])
def test_all_numbers(values):
    assert "nan" not in chart({"a": values}).svg


def test_wrong_input():
    for curves, options in [(5, {}), ({"a": 5}, {}), ({"a": ["x"]}, {}), ({"a": [(1,)]}, {}), ({"a": [(1, 2, 3)]}, {}),
                            ({"a": [1]}, {"title": 5}), ({5: [1]}, {}), ({"a": [None]}, {}),
                            ({"a": [1e101]}, {}), ({"a": [1, -5e-324]}, {})]:
        with pytest.raises((TypeError, ValueError, AttributeError, IndexError)):
            chart(curves, **options)
    with pytest.raises(ValueError, match="neither a number nor a pair"):
        mazewright.chart({"a": [1, (1, 2, 3)]})
    with pytest.raises(ValueError, match="as many x as y"):
        mazewright._core.chart((("a", bytes(8), bytes(16)),), False, None, None, None, False, False)
    with pytest.raises(ValueError, match="as many x as y"):
        mazewright._core.chart((("a", bytes(7), bytes(7)),), False, None, None, None, False, False)


def test_the_curve_of_a_design():
    found = mazewright.design("rook", "5x5", evaluations=500)
    assert found.chart()._repr_html_() in found._repr_html_()
