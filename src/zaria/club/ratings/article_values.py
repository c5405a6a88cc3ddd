"""The numbers of the page about ratings, from the code and the settings that compute them."""

from collections import defaultdict
from collections.abc import Mapping
from decimal import Decimal

from django.conf import settings
from django.utils.formats import number_format

from zaria import games
from zaria.club.games.catalogue import TITLES
from zaria.club.ratings import aborts, elo, ranking
from zaria.club.site.clock import MINUTE_MS

STRONG, TOP = Decimal(700), Decimal(1200)
"""Ratings of the examples."""


def values() -> Mapping[str, str]:
    """The values by their names in the article, in the language of the reader."""
    limits = settings.RATING_LIMITS
    return {
        "initial": number_format(elo.INITIAL, 0),
        "scale": number_format(elo.SCALE, 0),
        "first_factor": number_format(elo.factor(reached=False), 0),
        "later_factor": number_format(elo.factor(reached=True), 0),
        "summit": number_format(elo.SUMMIT, 0),
        "strong": number_format(STRONG, 0),
        "top": number_format(TOP, 0),
        **_changes("equal", elo.INITIAL, elo.INITIAL),
        **_changes("weaker", elo.INITIAL, STRONG),
        **_changes("stronger", STRONG, elo.INITIAL),
        **_changes("top", TOP, TOP),
        "early_gain": str(limits.early_gain),
        "turns": _turns(),
        "a_day": str(limits.a_day or ""),
        "cube": str(max(limits.cube, 1)),
        "aborts": str(aborts.ABORTS),
        "pause": str(aborts.PAUSE_MS // MINUTE_MS),
        "absent": str(ranking.ABSENT.days),
    }


def _changes(name: str, rating: Decimal, opponent: Decimal) -> dict[str, str]:
    """The changes of a rating by a match won and lost."""
    reached = rating >= elo.SUMMIT
    win, loss = (
        elo.new_rating(rating, opponent, Decimal(score), reached=reached) - rating for score in (1, 0)
    )
    return {f"{name}_win": f"+{number_format(win, 2)}", f"{name}_loss": f"−{number_format(-loss, 2)}"}


def _turns() -> str:
    """The turns of most games, and in brackets those of the others: "8 (12: Long nardy; 6: Backgammon)"."""
    titles: defaultdict[int, list[str]] = defaultdict(list)
    for game, title in TITLES.items():
        titles[settings.RATING_LIMITS.enough_turns(game, games.get(game).rated_turns)].append(str(title))
    usual, *unusual = sorted(titles, key=lambda turns: (-len(titles[turns]), turns))
    exceptions = "; ".join(f"{turns}: {', '.join(titles[turns])}" for turns in unusual)
    return f"{usual} ({exceptions})" if exceptions else str(usual)
