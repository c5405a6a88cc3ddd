"""Small plots: what they draw of few values, of equal ones, and of a year of days."""

import re
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria.club.statistics import plots
from zaria.club.statistics.plots import CELL, HEAD, HIGH, STEPS, WEEKS, WIDE, bars, calendar, first_day, spark

MONTHS = [f"m{number}" for number in range(1, 13)]
SUNDAY = date(2026, 11, 29)


def drawn(svg: str) -> ET.Element:
    element = ET.fromstring(svg)
    assert (element.attrib["role"], element.attrib["aria-label"]) == ("img", "A <b> & c")
    assert "style" not in svg
    return element


def squares(svg: ET.Element) -> dict[str, list[tuple[int, int]]]:
    """Column and row of each day, by its class."""
    return {
        path.attrib["class"]: [
            ((int(x) - 2) // CELL, (int(y) - 2 - HEAD) // CELL)
            for x, y in re.findall(r"M(\d+) (\d+)", path.attrib["d"])
        ]
        for path in svg.findall("path")
    }


@given(st.lists(st.floats(-3000, 6000), min_size=1, max_size=40))
def test_a_spark_ends_in_a_checker_inside_its_place(values: list[float]) -> None:
    svg = drawn(spark(values, "A <b> & c"))
    (circle,) = svg.findall("circle")
    assert float(circle.attrib["cx"]) == WIDE - 4
    line = svg.find("path[@class='line']")
    assert (line is None) == (len(values) == 1)
    if line is not None:
        numbers = re.findall(r"(-?[\d.]+) (-?[\d.]+)", line.attrib["d"])
        assert len(numbers) == len(values)
        assert all(0 <= float(x) <= WIDE and 0 <= float(y) <= HIGH for x, y in numbers)
        assert numbers[-1] == (circle.attrib["cx"], circle.attrib["cy"])


def test_a_spark_rises_with_its_values() -> None:
    line = drawn(spark([500, 520, 510], "A <b> & c")).find("path[@class='line']")
    assert line is not None
    assert line.attrib["d"] == "M4 24L48 4L92 14"


def test_bars_are_as_high_as_their_values_and_one_is_the_current_one() -> None:
    rects = drawn(bars([0, 2, 4], "A <b> & c", current=2)).findall("rect")
    assert [float(rect.attrib["height"]) for rect in rects] == [1, 24, 48]
    assert [rect.get("class") for rect in rects] == [None, None, "current"]
    assert float(rects[-1].attrib["x"]) + float(rects[-1].attrib["width"]) == pytest.approx(100, abs=0.1)


def test_a_calendar_shows_each_day_of_a_year_up_to_the_last() -> None:
    counts = {SUNDAY: STEPS[-1], SUNDAY - timedelta(1): 1, first_day(SUNDAY): 3}
    days = squares(drawn(calendar(counts, SUNDAY, MONTHS, "A <b> & c")))
    assert sum(map(len, days.values())) == 7 * WEEKS
    assert days["days-4"] == [(WEEKS - 1, 6)]
    assert days["days-1"] == [(WEEKS - 1, 5)]
    assert days["days-2"] == [(0, 0)]


def test_a_calendar_ends_in_the_middle_of_a_week_and_ignores_days_outside() -> None:
    wednesday = SUNDAY - timedelta(4)
    counts = {wednesday + timedelta(1): 9, first_day(wednesday) - timedelta(1): 9}
    days = squares(drawn(calendar(counts, wednesday, MONTHS, "A <b> & c")))
    assert list(days) == ["days-0"]
    assert max(days["days-0"]) == (WEEKS - 1, 2)


@pytest.mark.parametrize("last", [SUNDAY, date(2026, 1, 1), date(2024, 2, 29)])
def test_months_are_named_once_where_they_begin(last: date) -> None:
    svg = drawn(calendar({}, last, MONTHS, "A <b> & c"))
    names = [text.text for text in svg.findall("text")]
    places = [int(text.attrib["x"]) for text in svg.findall("text")]
    assert 11 <= len(set(names)) <= len(names) <= 13
    assert all(after - before >= 4 * CELL for before, after in pairwise(places))
    assert places[-1] <= (WEEKS - 3) * CELL


def test_one_lucky_match_flattens_no_others() -> None:
    matches = [plots.LuckyMatch(luck, "won") for luck in (1.0, 40.0, -1.0)]
    heights = [float(y) for y in re.findall(r'cy="([\d.]+)"', plots.luck(matches, "Luck"))]
    middle = plots.LUCK_HIGH / 2
    assert middle - heights[0] == heights[2] - middle == 10
    assert heights[1] == middle - 40
