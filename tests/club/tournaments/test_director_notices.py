"""Notices about tournaments: a cancellation, another start, an invitation, a round, a place, a winner."""

from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.club.tournament_play import play
from tests.support.club.tournament_terms import entered, members
from zaria.club.accounts.models import Member
from zaria.club.notifications.models import Notification
from zaria.club.notifications.texts import text
from zaria.club.relations import actions as relations
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.director import actions as director_actions
from zaria.club.tournaments.models import Tournament
from zaria.tournaments import commands as cmd
from zaria.tournaments.field import LOSS, WIN, Result

pytestmark = pytest.mark.django_db

HOUR = 3_600_000


def bodies(member: Member, kind: str) -> list[Any]:
    rows = Notification.objects.filter(to=member, kind=kind).order_by("pk")
    return list(rows.values_list("body", flat=True))


def changes(member: Member) -> list[Any]:
    return [body["change"] for body in bodies(member, "tournament")]


def move(row: Tournament, hours: int) -> None:
    terms = replace(history.state(row).terms, starts_at=now_ms() + hours * HOUR)
    actions.execute(row.pk, cmd.Edit(terms, "director", "The hall is taken"))
    row.refresh_from_db()


def test_entrants_are_sent_a_cancellation() -> None:
    row, (first, second, third) = entered(3)
    actions.withdraw(row.pk, third.player)
    actions.execute(row.pk, cmd.Cancel(second.player, "Rain"))
    assert [changes(member) for member in (first, second, third)] == [["cancelled"], [], []]


def test_too_few_are_sent_one_too() -> None:
    row, (entrant,) = entered(1, least=4)
    actions.begin(row.pk)
    assert changes(entrant) == ["few"]


def test_each_other_start_is_said_and_another_title_not_at_all() -> None:
    row, (entrant, _) = entered(2, starts_at=now_ms() + HOUR)
    terms = replace(history.state(row).terms, title="Saturday eight")
    actions.execute(row.pk, cmd.Edit(terms, "director", "Better so"))
    assert changes(entrant) == []
    for hours in (2, 3):
        row.refresh_from_db()
        move(row, hours)
    last = bodies(entrant, "tournament")[-1]
    assert (last["starts_at"], last["reason"]) == (row.starts_at, "The hall is taken")
    actions.execute(row.pk, cmd.Cancel("director", "Rain"))
    assert changes(entrant) == ["moved", "moved", "cancelled"]


def test_an_invitation_is_sent_once() -> None:
    row, _ = entered(0, access="invited")
    host, invitee = members(2)
    host.is_staff = host.is_superuser = True
    host.save()
    for _ in range(2):
        director_actions.invite(row.pk, host, [invitee])
    assert bodies(invitee, "invitation") == [{"title": row.title, "path": f"/tournaments/{row.pk}"}]


def test_players_of_a_round_and_followers_of_the_winner_are_notified() -> None:
    row, players = entered(2)
    fan, stranger = members(2, since=2)
    for member in players:
        relations.follow(fan, member)
    row = actions.begin(row.pk)
    path = f"/tournaments/{row.pk}"
    for member in players:
        assert bodies(member, "round") == [{"title": row.title, "path": path, "round": 1}]
    points = (WIN, LOSS) if history.state(row).current[0].players[0] == players[1].player else (LOSS, WIN)
    actions.execute(row.pk, cmd.Adjudicate(1, 0, Result(points), "director", "Late"))
    won = {"name": players[1].username, "title": row.title, "place": 1, "path": path}
    assert bodies(fan, "followed_tournament") == [won]
    assert bodies(stranger, "followed_tournament") == []


def unread(member: Member, kind: str) -> int:
    """The number of unread notices of a kind, which the count of the bell includes."""
    rows = Notification.objects.filter(to=member, kind=kind, read_at=None).count()
    member.refresh_from_db()
    assert member.unread_notices == Notification.objects.filter(to=member, read_at=None).count()
    return rows


def test_the_notice_of_a_match_is_new_until_the_match_is_decided() -> None:
    row, players = entered(4)
    row = actions.begin(row.pk)
    assert [unread(member, "round") for member in players] == [1, 1, 1, 1]
    pair = history.state(row).current[0].players
    actions.execute(row.pk, cmd.Adjudicate(1, 0, Result((WIN, LOSS)), "director", "Late"))
    assert [unread(member, "round") for member in players] == [
        int(member.player not in pair) for member in players
    ]
    actions.execute(row.pk, cmd.Adjudicate(1, 1, Result((WIN, LOSS)), "director", "Late"))
    row.refresh_from_db()
    finalists = history.state(row).current[0].players
    assert [unread(member, "round") for member in players] == [
        int(member.player in finalists) for member in players
    ], "the next round has begun"


def test_all_players_are_notified_of_their_places() -> None:
    row, players = entered(3)
    actions.begin(row.pk)
    row = play(Tournament.objects.get(pk=row.pk))
    standings = history.state(row).standings
    for member in players:
        place = standings.index(member.player) + 1
        assert bodies(member, "tournament_place") == [
            {"title": row.title, "place": place, "path": f"/tournaments/{row.pk}"}
        ]
        assert unread(member, "round") == 0


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"title": "Cup", "place": 1}, ("You have won a tournament: “Cup”", "")),
        ({"title": "Cup", "place": 3}, ("Your tournament is over: “Cup”", "Place 3")),
    ],
)
def test_a_place_in_words(body: dict[str, Any], words: tuple[str, str]) -> None:
    assert text("tournament_place", body)[:2] == words
