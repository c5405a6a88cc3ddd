"""Agreements that go together, and those that do not."""

import msgspec
import pytest

from tests.support.match.dice_matches import NOW, Table
from zaria.match.refusals import SENTENCES, CommandRefusedError
from zaria.match.seats import opened
from zaria.match.stakes import HIGHEST, Stakes
from zaria.match.terms import ClockTerms, Speed, Terms, speed
from zaria.match.view import view


def reason(terms: Terms) -> str:
    """The reason why nobody can play on these terms; "" if one can."""
    try:
        opened("m1", terms, "0" * 64, NOW)
    except CommandRefusedError as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms("tabla", beaver=True), "cube_needed"),
        (Terms("tabla", raccoon=True), "cube_needed"),
        (Terms("tabla", jacoby=True), "cube_needed"),
        (Terms("tabla", auto_doubles=1), "cube_needed"),
        (Terms("tabla", raises="add"), "cube_needed"),
        (Terms("tabla", cube=True, raccoon=True), "raccoon_without_beaver"),
        (Terms("tabla", cube=True, beaver=True, raises="add"), "beaver_with_raises"),
        (Terms("tabla", cube=True, jacoby=True, length=3), "jacoby_in_a_match"),
        (Terms("tabla", cube=True, auto_doubles=-1), "bad_terms"),
        (Terms("tabla", cube=True, auto_doubles=7), "bad_terms"),
        (Terms("tabla", cube=True, raises="triple"), "bad_terms"),  # type: ignore[arg-type]
        (Terms("tabla", stakes=Stakes(0)), "bad_stakes"),
        (Terms("tabla", stakes=Stakes(200, 100)), "bad_stakes"),
        (Terms("tabla", stakes=Stakes(HIGHEST + 1)), "bad_stakes"),
        (Terms("tabla", options={"head_list": "nardy"}), "bad_options"),
        (Terms("tabla", options={"id": "tapa"}), "bad_options"),
        (Terms("tapa", options={"first_long_move": "never"}), "bad_options"),
        (Terms("long-nardy", options={"home_mars": True}), "bad_options"),
        (Terms("long-nardy", options={"home_mars": 3.0}), "bad_options"),  # type: ignore[dict-item]
    ],
)
def test_terms_that_do_not_go_together_are_refused_with_the_reason(terms: Terms, code: str) -> None:
    assert reason(terms) == code
    assert SENTENCES[code].endswith(".")


@pytest.mark.parametrize(
    "terms",
    [
        Terms("tabla", cube=True, beaver=True, raccoon=True, auto_doubles=6, jacoby=True),
        Terms("tabla", cube=True, beaver=True, length=9),
        Terms("tabla", cube=True, raises="add", auto_doubles=2),
        Terms("tapa", cube=True, jacoby=True, stakes=Stakes(200, 500, "pot")),
        Terms("tabla", length=7, stakes=Stakes(100, None, "profit"), clock=ClockTerms(delay=12_000)),
    ],
)
def test_terms_that_go_together(terms: Terms) -> None:
    assert reason(terms) == ""


MINUTE = 60_000


@pytest.mark.parametrize(
    ("clock", "named"),
    [
        (None, "unlimited"),
        (ClockTerms(bank=5 * MINUTE - 1), "fast"),
        (ClockTerms(bank=5 * MINUTE), "normal"),
        (ClockTerms(delay=7_499), "fast"),
        (ClockTerms(delay=7_500), "normal"),
        (ClockTerms(bank=3 * MINUTE, increment=2_000), "fast"),
        (ClockTerms(bank=3 * MINUTE, increment=3_000), "normal"),
        (ClockTerms(delay=20_000, bank=MINUTE, increment=999), "normal"),
        (ClockTerms(delay=20_000, bank=MINUTE, increment=1_000), "slow"),
        (ClockTerms(bank=15 * MINUTE), "slow"),
    ],
)
def test_speeds_go_by_the_time_for_forty_moves(clock: ClockTerms | None, named: Speed) -> None:
    assert speed(clock) == named


def test_an_option_that_is_not_taken_is_not_written() -> None:
    assert b"delayed" not in msgspec.json.encode(Terms("tabla"))
    delayed = Terms("tabla", delayed=True)
    assert reason(delayed) == ""
    assert msgspec.json.decode(msgspec.json.encode(delayed), type=Terms) == delayed
    assert view(Table(delayed).match).delayed
