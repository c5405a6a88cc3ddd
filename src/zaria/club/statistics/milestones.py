"""Milestones of a player: firsts, round numbers of matches, and wins in a row. All derived, nothing stored.

Those of a page come from its overview and latest matches, so that they cost no query of their own; those that
one match brought take a few queries by index, whatever number of matches there is.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import takewhile
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import gettext as _

from zaria.bots import levels
from zaria.club.games.programs import LEVELS
from zaria.club.matches.results.models import Played
from zaria.club.statistics import player_matches
from zaria.club.statistics.overview import Overview
from zaria.club.statistics.player_matches import COUNTS, Match

ROUND = (10, 100, 1_000, 10_000)
"""Numbers of matches that are milestones."""
FEWEST_IN_A_ROW = 3
"""Wins in a row below which they are not mentioned."""
MOST_IN_A_ROW = 100
"""Wins in a row that are counted at most."""


class Milestone(NamedTuple):
    """A milestone in words, and the day on which it was reached (None: now, or not known)."""

    text: str
    day: datetime | None = None


def milestones(overview: Overview, latest: Sequence[Match]) -> list[Milestone]:
    """Return what a player has reached, the latest first where there is a day."""
    firsts, played = overview.firsts, overview.total.played
    dated = [(_first_match(), firsts.match), (_first_win(), firsts.win)]
    dated += [(_first_of_level(level), firsts.levels.get(levels.bot_id(level))) for level in LEVELS]
    dated.append((_first_tournament(), firsts.tournament))
    reached = sorted(((at, text) for text, at in dated if at is not None), reverse=True)
    row = _in_a_row(latest)
    number = max((limit for limit in ROUND if limit <= played), default=0)
    return [
        *([Milestone(_wins_in_a_row(row))] if row else []),
        *([Milestone(_matches(number))] if number else []),
        *(
            Milestone(text, datetime.fromtimestamp(at / 1000, UTC))
            for at, text in sorted(reached, reverse=True)
        ),
    ]


def of_match(player: str, match_id: str) -> str | None:
    """Return the milestone that a match brought a player: "" for none, None while it is not written down."""
    rows = Played.objects.filter(pk=match_id)
    if not rows.exists():
        return None
    match = next(
        iter(player_matches.matches(rows.filter(Q(player0=player) | Q(player1=player)), player)), None
    )
    return "" if match is None or match.result == "void" else next(_reached(player, match), "")


def _reached(player: str, match: Match) -> Iterator[str]:
    """The milestones of a match, the most important one first."""
    before = player_matches.of(player).filter(COUNTS, ended__lt=match.ended)
    is_win, won = match.result == "won", player_matches.by_result(player, "won")
    if is_win and match.kind == "computer" and not match.training:
        level = levels.level_of(match.program)
        alike = player_matches.by_program(player, match.program) & won
        if level is not None and not before.filter(alike, training=False).exists():
            yield _first_of_level(level)
    if is_win and not before.filter(won).exists():
        yield _first_win()
    if match.tournament and not before.exclude(tournament="").exists():
        yield _first_tournament()
    number = before.count() + 1
    if number == 1:
        yield _first_match()
    if number in ROUND:
        yield _matches(number)
    if is_win:
        latest = player_matches.newest(player, slice(0, MOST_IN_A_ROW), COUNTS)
        row = _in_a_row([entry for entry in latest if entry.ended <= match.ended])
        if row:
            yield _wins_in_a_row(row)


def _in_a_row(latest: Sequence[Match]) -> int:
    """Return the latest wins in a row, 0 where they are few."""
    row = sum(1 for _match in takewhile(lambda match: match.result == "won", latest))
    return row if row >= FEWEST_IN_A_ROW else 0


def _first_match() -> str:
    return _("First match")


def _first_win() -> str:
    return _("First win")


def _first_of_level(level: float) -> str:
    return _("First win against the computer: %(level)s") % {"level": LEVELS[level]}


def _first_tournament() -> str:
    return _("First match in a tournament")


def _matches(number: int) -> str:
    return _("Matches played: %(n)s") % {"n": f"{number:,}".replace(",", "\u202f")}


def _wins_in_a_row(number: int) -> str:
    return _("Wins in a row: %(n)s") % {"n": number}
