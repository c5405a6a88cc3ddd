"""The quality of a player's play by analyses of their latest matches: errors by phase and kind, and luck.

Few queries, whatever is stored. Matches with dice and on squares have units of their own and are not added
up: those of which more are analysed count.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.template.defaultfilters import floatformat
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from zaria.bots.analysis.marks import SCALE
from zaria.bots.analysis.shape import Unit
from zaria.club.matches.analysis import grades
from zaria.club.matches.analysis.models import SideGrade
from zaria.club.matches.analysis.rate_words import words_of
from zaria.club.statistics import charts, player_matches, plots
from zaria.club.statistics.player_matches import Match
from zaria.club.statistics.plots import LuckyMatch

LOOKED_AT = 100
"""Latest matches of which analyses are looked for."""
SHOWN = 30
"""Analysed matches that are added up, and that a plot shows."""
FEWEST = 5
"""Analysed matches below which nothing is drawn."""
FEWEST_DECISIONS = 10
"""Decisions of a part below which its rate is not shown."""

PARTS: dict[str, str | Promise] = {
    "opening": gettext_lazy("Opening"),
    "middle": gettext_lazy("Middle game"),
    "race": gettext_lazy("Race"),
    "bear_off": gettext_lazy("Bearing off"),
    "ending": gettext_lazy("Ending"),
    "turns": gettext_lazy("Moves"),
    "cube": pgettext_lazy("decisions", "Cube"),
}
"""Phases and kinds of decisions, in their order."""


class PartRate(NamedTuple):
    """The error rate of a phase or a kind of decisions, and its bar with a mark at that of all decisions."""

    title: str | Promise
    rate: float
    decisions: int
    bar: SafeString


class PlayQuality(NamedTuple):
    """The quality of a player's play; where `missing` more analyses are needed, nothing but their number."""

    analysed: int
    missing: int
    rate: float | None = None
    words: str = ""
    rates: SafeString = SafeString("")
    parts: Sequence[PartRate] = ()
    luck: SafeString = SafeString("")
    luck_words: str = ""
    unit: Unit = "points"


class _Graded(NamedTuple):
    """A match, and the grades of its sides."""

    match: Match
    player: SideGrade
    opponent: SideGrade


def latest_matches(player: str) -> list[Match]:
    """Return the counted matches of which analyses are looked for, the last one first."""
    return player_matches.newest(player, slice(LOOKED_AT), player_matches.COUNTS)


def quality_of(latest: Sequence[Match]) -> PlayQuality:
    """Return the quality of a player's play, by the analyses of their latest matches."""
    rows = grades.of_matches([match.id for match in latest])
    every = [
        _Graded(match, rows[match.id, match.side], rows[match.id, 1 - match.side])
        for match in latest
        if (match.id, 0) in rows and (match.id, 1) in rows
    ]
    with_dice = [graded for graded in every if graded.player.unit == "points"]
    on_squares = [graded for graded in every if graded.player.unit == "chance"]
    unit: Unit = "points" if len(with_dice) >= len(on_squares) else "chance"
    analysed = (with_dice if unit == "points" else on_squares)[:SHOWN]
    if len(analysed) < FEWEST:
        return PlayQuality(len(analysed), FEWEST - len(analysed), unit=unit)
    mean = _rate(analysed, ("turns", "cube"), unit)
    if mean is None:
        return PlayQuality(len(analysed), 1, unit=unit)
    lucky = [_lucky(graded) for graded in reversed(analysed)] if unit == "points" else []
    words = _luck_words(lucky) if lucky else ""
    return PlayQuality(
        analysed=len(analysed),
        missing=0,
        rate=mean,
        words=words_of(mean, unit),
        rates=_rates(analysed),
        parts=_parts(analysed, mean, unit),
        luck=plots.luck(lucky, words) if lucky else SafeString(""),
        luck_words=words,
        unit=unit,
    )


def _rate(analysed: Sequence[_Graded], parts: Sequence[str], unit: Unit) -> float | None:
    """The error rate of these parts of all matches together; None without a decision."""
    decisions = _decisions(analysed, parts)
    loss = sum(getattr(graded.player, f"{part}_loss") for graded in analysed for part in parts)
    return SCALE[unit] * loss / decisions if decisions else None


def _decisions(analysed: Sequence[_Graded], parts: Sequence[str]) -> int:
    return sum(getattr(graded.player, part) for graded in analysed for part in parts)


def _rates(analysed: Sequence[_Graded]) -> SafeString:
    """A line through the error rates of the matches, the last one at its end."""
    rates = [graded.player.rate for graded in reversed(analysed) if graded.player.rate is not None]
    label = _("From {first} to {last}; lowest {low}, highest {high}.").format(
        first=_number(rates[0]), last=_number(rates[-1]), low=_number(min(rates)), high=_number(max(rates))
    )
    return plots.spark(rates, label)


def _parts(analysed: Sequence[_Graded], mean: float, unit: Unit) -> list[PartRate]:
    """The rates of the parts with enough decisions."""
    rated = [
        (title, rate, decisions)
        for part, title in PARTS.items()
        if (decisions := _decisions(analysed, [part])) >= FEWEST_DECISIONS
        and (rate := _rate(analysed, [part], unit)) is not None
    ]
    most = max((rate for _title, rate, _decisions in rated), default=0) or 1
    return [
        PartRate(title, rate, decisions, charts.level(rate, mean, most)) for title, rate, decisions in rated
    ]


def _lucky(graded: _Graded) -> LuckyMatch:
    return LuckyMatch((graded.player.luck or 0.0) - (graded.opponent.luck or 0.0), graded.match.result)


def _luck_words(lucky: Sequence[LuckyMatch]) -> str:
    with_luck = [match for match in lucky if match.luck > 0]
    against_luck = [match for match in lucky if match.luck <= 0]
    return _(
        "Won with more luck than the opponent: {won} of {n}. Won with less luck: {won_unlucky} of {unlucky}."
    ).format(won=_won(with_luck), n=len(with_luck), won_unlucky=_won(against_luck), unlucky=len(against_luck))


def _won(lucky: Sequence[LuckyMatch]) -> int:
    return sum(match.result == "won" for match in lucky)


def _number(rate: float) -> str:
    return floatformat(rate, 1)
