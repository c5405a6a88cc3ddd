"""The next puzzle, and the token that says that it was offered."""

import random

import pytest
from django.core import signing

from tests.support.club.puzzle_samples import AVOID, BACKGAMMON, SECOND_TURN, TURN
from zaria.club.puzzles import catalogue, stream
from zaria.club.puzzles.stream import Offer, PuzzleChoice

pytestmark = pytest.mark.django_db
RATINGS = {"tabla": 1300.0, "backgammon": 1300.0}
OFFER = Offer(TURN.id, "p0", "tabla", "hit", "harder")


def next_id(choice: PuzzleChoice, seen: set[str] | None = None, nearest: int = 8) -> str | None:
    entry = stream.choose(choice, seen or set(), RATINGS, {}, random.Random(1), nearest)
    return entry.id if entry is not None else None


@pytest.mark.parametrize(
    ("difficulty", "puzzle"), [("easiest", AVOID), ("normal", TURN), ("hardest", SECOND_TURN)]
)
def test_a_puzzle_near_the_wished_rating_comes(difficulty: stream.Difficulty, puzzle: object) -> None:
    assert next_id(PuzzleChoice(("tabla",), difficulty=difficulty), nearest=1) == getattr(puzzle, "id", None)


def test_a_rating_that_has_moved_counts() -> None:
    present = {TURN.id: 2000.0, SECOND_TURN.id: 1310.0}
    entry = stream.choose(PuzzleChoice(("tabla",)), set(), RATINGS, present, random.Random(1), 1)
    assert entry is not None
    assert entry.id == SECOND_TURN.id


def test_what_was_seen_does_not_come_again() -> None:
    seen: set[str] = set()
    choice = PuzzleChoice(("tabla", "backgammon"), theme="point")
    for _ in range(2):
        puzzle = next_id(choice, seen)
        assert puzzle is not None
        seen.add(puzzle)
    assert seen == {TURN.id, BACKGAMMON.id}
    assert next_id(choice, seen) is None


def test_an_offer_is_for_one_puzzle_and_one_solver() -> None:
    token = stream.token_of(OFFER)
    assert stream.offer_of(token, TURN.id, "p0") == OFFER
    assert stream.offer_of(token, SECOND_TURN.id, "p0") is None
    assert stream.offer_of(token, TURN.id, "p1") is None
    assert stream.offer_of(f"{token}x", TURN.id, "p0") is None
    assert stream.offer_of(signing.dumps(list(OFFER)), TURN.id, "p0") is None


def test_an_offer_ends() -> None:
    token = stream.token_of(OFFER)
    assert stream.offer_of(token, TURN.id, "p0", valid_s=-1) is None


def test_the_catalogue_finds_puzzles_by_their_ids_and_lists() -> None:
    assert catalogue.find(TURN.id) == TURN
    assert catalogue.find("nothing1") is None
    assert catalogue.games_of("tables") == ("tabla", "backgammon")
    assert catalogue.games_of("squares") == ("russian-draughts",)
    assert catalogue.games_of("tabla") == ("tabla",)
    assert catalogue.games_of("chess") == ()
    assert catalogue.themes_of(("tabla",)) == ("opening", "point", "safety")
