"""The stream of puzzles: which one comes next, and the token that says that it was offered.

An answer is rated only if its puzzle was offered here, and not if somebody opened it by its number, from a
list or for repetition.
"""

import random
from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple, get_args

from django.core import signing

from zaria.club.puzzles.catalogue import PuzzleEntry, entries

Difficulty = Literal["easiest", "easier", "normal", "harder", "hardest"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

OFFSETS: Mapping[Difficulty, int] = {
    "easiest": -600,
    "easier": -300,
    "normal": 0,
    "harder": 300,
    "hardest": 600,
}
"""The wished distance of a puzzle's rating from the solver's."""

NEAREST = 8
"""The puzzles nearest to the wished rating among which chance chooses."""

VALID_S = 24 * 3600
"""Seconds for which an offer may be answered."""

_SALT = "zaria.puzzles.offer"


class PuzzleChoice(NamedTuple):
    """The wish of a solver: games, "" or a theme, and a difficulty."""

    games: tuple[str, ...]
    theme: str = ""
    difficulty: Difficulty = "normal"


class Offer(NamedTuple):
    """A puzzle that was offered, and the choice that it came from, for the next one."""

    puzzle: str
    solver: str
    game: str
    theme: str
    difficulty: Difficulty


def choose(
    choice: PuzzleChoice,
    seen: Collection[str],
    ratings: Mapping[str, float],
    present: Mapping[str, float],
    rng: random.Random,
    nearest: int = NEAREST,
) -> PuzzleEntry | None:
    """Return a puzzle of the choice near the solver's rating; None if they have seen all.

    `seen` are puzzles that are not offered; `ratings` the solver's by game, `present` those of puzzles that
    have left their first one.
    """
    unseen = [entry for entry in candidates(choice) if entry.id not in seen]
    if not unseen:
        return None
    game = rng.choice(sorted({entry.game for entry in unseen}))
    wished = ratings[game] + OFFSETS[choice.difficulty]
    of_game = [entry for entry in unseen if entry.game == game]
    of_game.sort(key=lambda entry: abs(present.get(entry.id, entry.rating) - wished))
    return rng.choice(of_game[:nearest])


def candidates(choice: PuzzleChoice) -> list[PuzzleEntry]:
    """Return all puzzles of a choice, near the solver's rating or not."""
    every_entry = (entry for game in choice.games for entry in entries(game))
    return [entry for entry in every_entry if not choice.theme or choice.theme in entry.themes]


def token_of(offer: Offer) -> str:
    """Return the token of an offer, for the address of its page."""
    return signing.dumps(list(offer), salt=_SALT, compress=True)


def offer_of(token: str, puzzle: str, solver: str, valid_s: int = VALID_S) -> Offer | None:
    """Return the offer of a token; None unless it is of this puzzle, for this solver, and still valid."""
    try:
        fields: list[Any] = signing.loads(token, salt=_SALT, max_age=valid_s)
    except signing.BadSignature:
        return None
    offer = Offer(*fields)
    return offer if (offer.puzzle, offer.solver) == (puzzle, solver) else None
