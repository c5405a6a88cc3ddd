"""The pairs of the next round as a director arranges them."""

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from zaria.club.tournaments.director.queries import names_of
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.pages.people import people
from zaria.live.sockets.protocol.cards import Person
from zaria.tournaments.field import Field
from zaria.tournaments.state import TournamentState

_LOGIN = re.compile(r"[^\s,;–—]+")


class PairedPlayer(NamedTuple):
    """A player; `met` has the login of each earlier opponent and the round: "Boris:1 Elena:2"."""

    person: Person
    met: str


class PairRow(NamedTuple):
    """A pair, or a player with a bye (`second` is None). `note` says when the two have met."""

    first: PairedPlayer
    second: PairedPlayer | None
    note: str = ""


def pair_rows(tournament: Tournament, state: TournamentState, text: str) -> list[PairRow]:
    """Return the pairs in the text of the form, then the players with a bye. Unknown logins are left out."""
    field = state.with_current()
    names = names_of(tournament, field.present)
    players = {name.lower(): player for player, name in names.items()}
    persons = people(tournament.pk, field.present)
    met = _rounds_of_pairs(field)

    def paired(player: str) -> PairedPlayer:
        opponents = (
            f"{names[opponent]}:{number}"
            for opponent in field.present
            if (number := met.get(frozenset((player, opponent))))
        )
        return PairedPlayer(persons[player], " ".join(opponents))

    rows, byes = [], dict.fromkeys(field.present)
    for line in text.splitlines():
        pair = [players[login.lower()] for login in _LOGIN.findall(line) if login.lower() in players]
        if len(pair) == 2 and all(player in byes for player in pair):
            first, second = pair
            number = met.get(frozenset(pair))
            note = _("Met in round {n}").format(n=number) if number else ""
            rows.append(PairRow(paired(first), paired(second), note))
            del byes[first]
            byes.pop(second, None)
    return rows + [PairRow(paired(player), None) for player in byes]


def swapped(text: str, first: str, second: str) -> str:
    """Return the text of the form with two logins in each other's place; one of them may have a bye."""
    replacements = {first.lower(): second, second.lower(): first}
    return _LOGIN.sub(lambda login: replacements.get(login[0].lower(), login[0]), text)


def _rounds_of_pairs(field: Field) -> dict[frozenset[str], int]:
    """Return the last round in which each pair of players was paired."""
    return {
        frozenset(player for player in meeting.players if player is not None): number
        for number, meetings in enumerate(field.rounds, start=1)
        for meeting in meetings
        if None not in meeting.players
    }
