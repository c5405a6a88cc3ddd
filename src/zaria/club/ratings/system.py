"""The protocol of a rating system, and the one that the club uses (`settings.RATING_SYSTEM`)."""

from decimal import Decimal
from functools import cache
from typing import NamedTuple, Protocol

from django.conf import settings
from django.utils.module_loading import import_string


class RatingState(NamedTuple):
    """A player's rating in one game, or over all, as `Standing` and `Change` store it.

    `rating` is the number that orders the lists, and `best` its highest value. `reached` is memory of Elo. A
    system that remembers more adds fields with defaults here, and columns to both models. The other fields
    belong to the ledger, whatever the system; `at` is the moment of the last change (ms).
    """

    rating: Decimal
    best: Decimal
    reached: bool = False
    played: int = 0
    won: int = 0
    lost: int = 0
    winnings: int = 0
    at: int = 0


class Rated(Protocol):
    """A `RatingState`, or a row of `Standing` or `Season`."""

    @property
    def rating(self) -> Decimal:
        """The number that orders the lists."""


class RatingSystem(Protocol):
    """Computes ratings from results: pure, and the same digits on every machine."""

    @property
    def initial(self) -> RatingState:
        """The state of a player without a rated match."""

    def rate(self, state: RatingState, opponent: RatingState, result: int, at: int) -> RatingState:
        """Return `state` with the rating after a match that ended at `at` (ms).

        `result` is 1 for a match won, 0 for one drawn, -1 for one lost. Both states are those before it.
        """

    def corrected(self, state: RatingState, rating: Decimal) -> RatingState:
        """Return `state` with this rating: set by the staff, or the bound of a match that ended early."""

    def display(self, state: Rated) -> Decimal:
        """Return the number that lists, pages and the API show; pages round it to a whole one."""


def rating_system() -> RatingSystem:
    """Return the rating system of the club."""
    return _system(settings.RATING_SYSTEM)


@cache
def _system(path: str) -> RatingSystem:
    system: RatingSystem = import_string(path)()
    return system
