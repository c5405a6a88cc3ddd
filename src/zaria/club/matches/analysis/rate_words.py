"""The words for error rates: `docs/reference/analysis.md` lists them."""

import json
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from zaria.bots.analysis.marks import unit_of


class RateWord(NamedTuple):
    """The words for an error rate below a limit: the limits with dice and on squares."""

    words: str | Promise
    points: float
    chance: float


RATE_WORDS = (
    RateWord(_("very good play"), 7, 1),
    RateWord(_("good play"), 14, 2),
    RateWord(_("fairly good play"), 26, 4),
)
MANY_ERRORS = _("many errors")


def limits(unit: str) -> list[tuple[float, str]]:
    """Return the limits of error rates in "points" or "chance", each with the words for rates below it."""
    return [(word.points if unit == "points" else word.chance, str(word.words)) for word in RATE_WORDS]


def words_of(rate: float, unit: str) -> str:
    """Return the words for an error rate."""
    return next((words for limit, words in limits(unit) if rate < limit), str(MANY_ERRORS))


def in_json(game: str) -> str:
    """Return the limits of a game with their words, and the words beyond them, for a script."""
    return json.dumps([*limits(unit_of(game)), (None, str(MANY_ERRORS))])
