"""The players of tournaments as pages show them."""

from collections.abc import Collection, Mapping

from zaria.club.accounts.models import Member
from zaria.club.tournaments.models import Entry
from zaria.live.sockets.protocol.cards import Person

_GREY = "#7c8a99"

NOBODY = Person("", "–", _GREY)
"""The person in an empty place."""


class People:
    """Players by id: members by their current names, others by the name of their entry."""

    def __init__(self, by_id: Mapping[str, Person]) -> None:
        self._by_id = by_id

    def __getitem__(self, player: str | None) -> Person:
        return self._by_id.get(player or "", NOBODY)


def people(tournament_id: str, players: Collection[str | None]) -> People:
    """Read these players of a tournament, or a director without an entry."""
    wanted = {player for player in players if player}
    if not wanted:
        return People({})
    members = Member.objects.filter(player__in=wanted)
    by_id = {member.player: _person(member) for member in members}
    if missing := wanted - set(by_id):
        entries = Entry.objects.filter(tournament=tournament_id, player__in=missing)
        by_id |= {
            player: Person(player, name, _GREY) for player, name in entries.values_list("player", "name")
        }
    return People(by_id)


def _person(member: Member) -> Person:
    player = member.as_player()
    return Person(
        player.id,
        player.name,
        player.colour,
        member=True,
        robot=player.robot,
        country=player.country,
        face=player.face,
    )
