"""The quality of play by analyses: real numbers of enough matches, and else what is missing."""

import re

import pytest

from tests.support.club.random_matches import ME, match
from tests.support.club.statistics_client import Browser, marica
from zaria.club.matches.analysis.models import SideGrade
from zaria.club.statistics.play_quality import FEWEST, SHOWN, latest_matches, quality_of

pytestmark = pytest.mark.django_db

PARTS = ("turns", "cube", "opening", "middle", "race", "bear_off", "ending")


def graded(number: int, side: int = 0, luck: float = 0.5, *, won: bool = True, unit: str = "points") -> None:
    """A match of Marica whose analysis found twenty decisions that gave away a fiftieth each."""
    game = "tabla" if unit == "points" else "chess"
    match(number, side=side, won=side if won else 1 - side, game=game).save()
    for player in (0, 1):
        columns = dict.fromkeys(PARTS, 0) | {"turns": 20, "opening": 12, "middle": 8}
        losses = {f"{part}_loss": 0.02 * count for part, count in columns.items()}
        SideGrade.objects.create(
            match_id=f"m{number:05}", side=player, effort=0, unit=unit, rate=10.0 + number,
            luck=luck if player == side else 0.0, worst_frame=None, worst_loss=0.0,
            **columns, **losses,
        )  # fmt: skip


def test_too_few_analyses_give_their_number_alone() -> None:
    for number in range(FEWEST - 1):
        graded(number)
    quality = quality_of(latest_matches(ME))
    assert (quality.analysed, quality.missing, quality.rate) == (FEWEST - 1, 1, None)
    assert not quality.rates
    page = Browser(marica()).get("/me/stats").text
    assert "after 1 more analysed match." in page
    assert f"/t/m{FEWEST - 2:05}/replay#analyse" in page


def test_rates_add_up_all_decisions() -> None:
    for number in range(FEWEST):
        graded(number, side=number % 2)
    quality = quality_of(latest_matches(ME))
    assert quality.rate == pytest.approx(500 * 0.02)
    rates = {str(part.title): (round(part.rate, 4), part.decisions) for part in quality.parts}
    assert rates == {
        "Opening": (10.0, 12 * FEWEST),
        "Middle game": (10.0, 8 * FEWEST),
        "Moves": (10.0, 20 * FEWEST),
    }


def test_luck_stands_beside_results() -> None:
    for number, (luck, won) in enumerate(
        ((1, True), (2, True), (3, False), (-1, True), (-2, False), (-3, False))
    ):
        graded(number, luck=luck, won=won)
    quality = quality_of(latest_matches(ME))
    words = "Won with more luck than the opponent: 2 of 3. Won with less luck: 1 of 3."
    assert quality.luck_words == words
    ends = re.findall(r'<circle class="(\w+)" cx="[\d.]+" cy="([\d.]+)"', quality.luck)
    assert [result for result, _ in ends] == ["won", "won", "lost", "won", "lost", "lost"]
    heights = [float(y) for _, y in ends]
    assert heights[2] < heights[1] < heights[0] < 48 < heights[3] < heights[4] < heights[5]
    assert f'aria-label="{words}"' in quality.luck


def test_dice_and_squares_are_not_added_up() -> None:
    for number in range(FEWEST + 1):
        graded(number, unit="chance")
    graded(50)
    quality = quality_of(latest_matches(ME))
    assert (quality.unit, quality.analysed) == ("chance", FEWEST + 1)
    assert quality.rate == pytest.approx(100 * 0.02)
    assert (quality.luck, quality.luck_words) == ("", "")


def test_the_latest_matches_count() -> None:
    for number in range(SHOWN + 3):
        graded(number)
    quality = quality_of(latest_matches(ME))
    assert quality.analysed == SHOWN
    assert f"From {10 + 3:.1f} to {10 + SHOWN + 2:.1f}" in quality.rates


def test_the_pages_show_them() -> None:
    for number in range(FEWEST):
        graded(number)
    browser = Browser(marica())
    for path in ("/me/stats", "/@Marica"):
        page = browser.get(path).text
        assert "Errors by phase and kind" in page
        assert "Middle game" in page
        assert "Luck and results" in page
    assert "analysed match" not in Browser(None).get("/me/stats").text
