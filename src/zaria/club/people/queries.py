"""The lists of people, page by page."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet

from zaria.club.accounts.login_key import LoginKey
from zaria.club.accounts.models import LOGIN_LENGTHS, Member
from zaria.club.people.last_matches import last_matches, opponents
from zaria.club.profile import privacy
from zaria.club.relations import queries as relations
from zaria.club.relations.queries import PlayerRelation
from zaria.club.statistics.filters import page_of
from zaria.club.statistics.player_matches import Match
from zaria.match.events import Player

SIZE = 20
"""People on a page."""
MOST_FRIENDS = 200
"""Friends who stand before the others online."""
ONLINE, PLAYED, FOLLOWED, FRIENDS, BLOCKED = "online", "played", "followed", "friends", "blocked"
OWN = (PLAYED, FOLLOWED, FRIENDS, BLOCKED)
"""Lists of the reader's own."""
PATH = "/people"
_BEGINNING = re.compile(rf"[A-Za-z0-9]{{1,{LOGIN_LENGTHS[1]}}}", re.ASCII)


class Query(NamedTuple):
    """The wanted list or, if there is one, the beginning of a login; pages count from 1."""

    list_name: str = ONLINE
    beginning: str = ""
    page: int = 1

    @classmethod
    def read(cls, parameters: Mapping[str, str]) -> "Query":
        """The query of an address; an unknown list is that of people online."""
        list_name = parameters.get("list", "")
        return cls(
            list_name if list_name in OWN else ONLINE,
            parameters.get("login", "").strip()[:64],
            page_of(parameters),
        )

    def address(self, page: int) -> str:
        """The address of a page of the list."""
        parts = {"login": self.beginning} if self.beginning else {"list": self.list_name}
        if page > 1:
            parts["page"] = str(page)
        return f"{PATH}?{urlencode(parts)}"


class PersonRow(NamedTuple):
    """A person in a list. `may_invite`: they accept invitations from the reader, if they are online."""

    player: Player
    standing: PlayerRelation
    last: Match | None
    is_reader: bool
    hidden: bool
    may_invite: bool


class PeoplePart(NamedTuple):
    """A page of a list; `more`: there are others after it."""

    rows: list[PersonRow]
    more: bool


def listed() -> "QuerySet[Member]":
    """The members who have a public page."""
    return Member.objects.filter(is_active=True, since__isnull=False, is_pupil=False)


def search(beginning: str) -> "QuerySet[Member]":
    """The members with logins that begin so, in order; nobody if no login can."""
    if not _BEGINNING.fullmatch(beginning):
        return Member.objects.none()
    return Member.objects.by_beginning(beginning).filter(is_active=True, since__isnull=False, is_pupil=False)


def part(query: Query, reader: Player | None) -> PeoplePart:
    """The wanted page of a list of members, for `reader`."""
    start = (query.page - 1) * SIZE
    if not query.beginning and query.list_name == PLAYED and reader is not None:
        ids = list(opponents(reader.id, listed())[start : start + SIZE + 1])
        by_id = {member.player: member for member in Member.objects.filter(player__in=ids)}
        members = [by_id[player] for player in ids if player in by_id]
    else:
        members = list(_members(query, reader)[start : start + SIZE + 1])
    people = [(member.as_player(), member) for member in members[:SIZE]]
    return PeoplePart(_rows(people, reader), len(members) > SIZE)


def rows_of(players: Sequence[Player], reader: Player | None) -> list[PersonRow]:
    """The rows of these (few) people, who are online; guests are among them."""
    wanted = [player.id for player in players if player.member]
    members = {member.player: member for member in Member.objects.filter(player__in=wanted)}
    return _rows([(player, members.get(player.id)) for player in players], reader)


def friend_ids(reader: Player) -> list[str]:
    """The ids of the reader's friends, by login: those who follow the reader, and whom the reader follows."""
    member = Member.objects.filter(player=reader.id).first() if reader.member else None
    if member is None:
        return []
    friends = relations.friends(member).filter(is_active=True).alias(key=LoginKey("username"))
    return list(friends.order_by("key").values_list("player", flat=True)[:MOST_FRIENDS])


def _members(query: Query, reader: Player | None) -> "QuerySet[Member]":
    if query.beginning:
        return search(query.beginning)
    member = Member.objects.filter(player=reader.id).first() if reader is not None and reader.member else None
    if member is None:
        return Member.objects.none()
    if query.list_name == FRIENDS:
        members = relations.friends(member)
    elif query.list_name == BLOCKED:
        members = Member.objects.filter(relations_of_others__member=member, relations_of_others__blocks=True)
    else:
        members = Member.objects.filter(relations_of_others__member=member, relations_of_others__follows=True)
    return members.filter(is_active=True).alias(key=LoginKey("username")).order_by("key")


def _rows(people: Sequence[tuple[Player, Member | None]], reader: Player | None) -> list[PersonRow]:
    ids = [player.id for player, _ in people]
    standings = relations.standings(reader.id, ids) if reader is not None else {}
    last = last_matches(reader.id, ids) if reader is not None else {}
    return [
        PersonRow(
            player,
            standing := standings.get(player.id, PlayerRelation()),
            last.get(player.id),
            reader is not None and reader.id == player.id,
            member is not None and member.hidden,
            _may_invite(player, member, reader, standing),
        )
        for player, member in people
    ]


def _may_invite(
    player: Player, member: Member | None, reader: Player | None, standing: PlayerRelation
) -> bool:
    """Guests accept every invitation; robots wait at tables of their own."""
    robot = player.robot or (member is not None and member.robot)
    if robot or standing.apart or (reader is not None and reader.id == player.id):
        return False
    return member is None or (reader is not None and privacy.wants_invitations(member, reader))
