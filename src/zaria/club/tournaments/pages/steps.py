"""The steps of a tournament: its start and its rounds, with the times that are known."""

from typing import Literal, NamedTuple

from django.db.models import Min
from django.utils.translation import pgettext

from zaria.club.tournaments import queries
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.club.tournaments.texts import bracket_round, round_name
from zaria.tournaments.formats.bracket import size_for
from zaria.tournaments.state import TournamentState

MOST_STEPS = 12
"""The most rounds that are shown as steps."""


class StageStep(NamedTuple):
    """A step; `at` is the moment (ms) at which it begins or began, 0 where nobody knows it yet."""

    title: str
    stage: Literal["done", "now", "next"]
    at: int = 0


def steps(row: Tournament, state: TournamentState) -> list[StageStep]:
    """Return the steps of a tournament; none without rounds, with too many, or where it was cancelled."""
    titles = _titles(state)
    if not titles or len(titles) > MOST_STEPS or state.phase == "cancelled":
        return []
    begun_at = _begun_at(row) if state.number else {}
    start = StageStep(pgettext("tournament", "Start"), "done" if state.number else "now", row.starts_at)
    rounds = [
        StageStep(title, _stage(state, number), begun_at.get(number, 0))
        for number, title in enumerate(titles, start=1)
    ]
    return [start, *rounds]


def _titles(state: TournamentState) -> list[str]:
    """Return the names of the rounds, as far as their number is known."""
    terms, info = state.terms, state.terms.info
    if info.continuous:
        return []
    if info.bracket == "single" and info.groups is None:
        players = len(state.field.order) or (terms.most if queries.has_limit(terms) else 0)
        if not players:
            return []
        matches, titles = size_for(players) // 2, []
        while matches:
            titles.append(bracket_round(matches))
            matches //= 2
        return titles
    planned = terms.rounds if "rounds" in info.settings else 0
    return [round_name(number) for number in range(1, max(planned, state.number) + 1)]


def name_of_round(state: TournamentState, number: int) -> str:
    """Return the name of a round, from 1."""
    titles = _titles(state)
    return titles[number - 1] if number <= len(titles) else round_name(number)


def round_title(state: TournamentState) -> str:
    """Return the name of the current round; "" before the first, or in a format without rounds."""
    titles = _titles(state)
    return titles[state.number - 1] if 0 < state.number <= len(titles) else ""


def _stage(state: TournamentState, number: int) -> Literal["done", "now", "next"]:
    if number > state.number:
        return "next"
    return "now" if number == state.number and state.phase == "playing" else "done"


def _begun_at(row: Tournament) -> dict[int, int]:
    """Return the moment (ms) at which each round was paired, by its number."""
    rows = Pairing.objects.filter(tournament=row).order_by("number").values_list("number")
    return dict(rows.annotate(Min("since")))
