"""Drawings of one point, of two, of ten thousand: what they hold, and what they must not."""

import random
import re
import xml.etree.ElementTree as ET
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from zaria.club.statistics import charts
from zaria.club.statistics.charts import (
    HIGH,
    MOST,
    WIDE,
    ZONES,
    Point,
    history,
    level,
    parts,
    scale,
    thinned,
)

VALUES = st.lists(st.floats(-3000, 6000), min_size=1, max_size=30)


def drawn(points: list[Point]) -> tuple[ET.Element, charts.History]:
    chart = history(points, "Rating <b>", "From & to", lambda at, value: f"{at}: {value:.0f}")
    assert "style" not in chart.drawing
    return ET.fromstring(chart.drawing), chart


def path(svg: ET.Element, name: str) -> list[tuple[float, float]]:
    (element,) = svg.findall(f"path[@class='{name}']")
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", element.attrib["d"])]


def test_one_point_is_a_dot_in_the_middle() -> None:
    svg, chart = drawn([(5, 500.0)])
    assert svg.find("path[@class='line']") is None
    assert path(svg, "dots") == [(WIDE / 2, HIGH / 2)]
    assert (chart.levels, chart.moments) == ([501, 500, 499], [5])
    assert (svg.findtext("title"), svg.findtext("desc")) == ("Rating <b>", "From & to")
    assert (svg.attrib["role"], svg.attrib["aria-labelledby"]) == ("img", "history-title history-desc")


def test_two_points_reach_from_side_to_side() -> None:
    svg, chart = drawn([(0, 500.0), (100, 510.0)])
    assert path(svg, "line") == [(0, HIGH), (WIDE, 0)]
    assert len(path(svg, "dots")) == 2
    assert chart.moments == [0, 50, 100]
    assert [zone.findtext("title") for zone in svg.findall("rect")] == ["0: 500", "100: 510"]


def test_two_points_of_one_moment() -> None:
    svg, _made = drawn([(7, 500.0), (7, 520.0)])
    assert path(svg, "line") == [(WIDE / 2, HIGH), (WIDE / 2, 0)]


def test_ten_thousand_points_are_thinned_and_lose_no_peak() -> None:
    chance = random.Random(4)
    points: list[Point] = []
    for at in range(10_000):
        points.append((at * at, (points[-1][1] if points else 1500) + chance.gauss(0, 10)))
    sample = thinned(points)
    assert len(sample) <= MOST
    assert sample == sorted(sample)
    assert set(sample) <= set(points)
    for extreme in (min, max):
        assert extreme(value for _, value in sample) == extreme(value for _, value in points)
    assert (sample[0], sample[-1]) == (points[0], points[-1])
    svg, chart = drawn(points)
    assert len(path(svg, "line")) == len(sample)
    assert svg.find("path[@class='dots']") is None
    assert len(svg.findall("rect")) <= ZONES
    assert len(chart.drawing) < 20_000


@given(VALUES)
@example([5.0, -5e-324])
def test_all_lies_between_round_levels(values: list[float]) -> None:
    levels = scale(values)
    assert levels[-1] <= min(values) <= max(values) <= levels[0]
    steps = {high - low for high, low in pairwise(levels)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in ("1", "2", "5")
    assert 2 <= len(levels) <= 7


@given(st.lists(st.tuples(st.integers(0, 10**12), st.floats(0, 3000)), min_size=1, max_size=60))
def test_nothing_is_drawn_outside(points: list[Point]) -> None:
    svg, _made = drawn(sorted(points))
    name = "dots" if len(points) == 1 else "line"
    for x, y in path(svg, name):
        assert 0 <= x <= WIDE
        assert 0 <= y <= HIGH


def test_parts_fill_the_bar() -> None:
    svg = ET.fromstring(parts(1, 1, 2))
    assert [(r.attrib["class"], r.attrib["x"], r.attrib["width"]) for r in svg] == [
        ("won", "0", "25"),
        ("drawn", "25", "25"),
        ("lost", "50", "50"),
    ]
    assert svg.attrib["aria-hidden"] == "true"
    assert not list(ET.fromstring(parts(0, 0, 0)))


def test_a_level_ends_at_the_border() -> None:
    bar, mark = ET.fromstring(level(50, 10, 40))
    assert (bar.attrib["width"], mark.attrib["d"]) == ("100", "M25 0V8")
