"""The lists of people in both engines: searched, played with, followed."""

from importlib import import_module
from typing import Any

from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.matches.results import meetings
from zaria.club.matches.results.models import LastMeeting, Played
from zaria.club.people import queries
from zaria.club.people.last_matches import last_matches
from zaria.club.people.queries import Query, part, search
from zaria.club.relations import actions


def join(login: str, **more: Any) -> Member:
    return Member.objects.create(
        username=login,
        email=f"{login}@example.org",
        player=f"p-{login.lower()}",
        since=timezone.now(),
        **more,
    )


def played(winner: str, loser: str, number: int, **more: Any) -> None:
    """A match that `winner` won; a name that ends in "?" is a guest's."""
    fields = {
        "match_id": f"m{number}", "game": "tabla", "began": 0, "ended": number, "length": 3,
        "speed": "normal", "player0": f"p-{winner}", "player1": f"p-{loser}", "name0": winner, "name1": loser,
        "member0": "?" not in winner, "member1": "?" not in loser, "won": 0, "score0": 3, "score1": 1,
        "how": "played",
    }  # fmt: skip
    meetings.note_last([Played.objects.create(**fields | more)])


def names(query: Query, reader: Member | None) -> list[str]:
    """The logins on a page."""
    player = reader.as_player() if reader is not None else None
    return [row.player.name for row in part(query, player).rows]


def test_a_search_finds_every_login_that_begins_so(club: None) -> None:
    for login in ("Anna", "anton7", "ANZ", "an0", "Bob", "zz9", "Zz", "aN"):
        join(login)
    join("Andrey", is_active=False)
    Member.objects.create(username="Anew", email="not@confirmed.example")
    assert names(Query(beginning="AN"), None) == ["aN", "an0", "Anna", "anton7", "ANZ"]
    assert names(Query(beginning="zz"), None) == ["Zz", "zz9"]
    for odd in ("an_", "%", "an%", "é", "x" * 21, " "):
        assert names(Query(beginning=odd), None) == []
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET enable_seqscan = off")
    assert "login_" in search("an").explain(), "an index finds the logins"


def test_a_long_list_has_pages(club: None) -> None:
    for number in range(queries.SIZE + 3):
        join(f"many{number:02}")
    first, second = part(Query(beginning="many"), None), part(Query(beginning="many", page=2), None)
    assert (len(first.rows), first.more) == (queries.SIZE, True)
    assert [row.player.name for row in second.rows] == ["many20", "many21", "many22"]
    assert not second.more
    assert part(Query(beginning="many", page=10**8), None).rows == []


def test_opponents_come_with_the_last_match(club: None) -> None:
    me, *_others = [join(login) for login in ("me", "ann", "bob", "cid")]
    join("gone", is_active=False)
    played("me", "ann", 1)
    played("bob", "me", 2, game="chess")
    played("ann", "me", 3)
    played("ann", "bob", 4)
    played("me", "gone", 5)
    played("me", "guest?", 6)
    assert names(Query("played"), me) == ["ann", "bob"]
    rows = part(Query("played"), me.as_player()).rows
    assert [(row.last.id, row.last.result, row.last.score) for row in rows if row.last] == [
        ("m3", "lost", (1, 3)),
        ("m2", "lost", (1, 3)),
    ]
    (ann_row,) = part(Query(beginning="ann"), me.as_player()).rows
    assert ann_row.last is not None
    assert ann_row.last.id == "m3"
    assert names(Query("played"), None) == []


def test_the_last_meetings_follow_the_results_in_any_order(club: None) -> None:
    join("me"), join("ann")
    for number in (3, 1, 2):
        played("me", "ann", number)
    played("me", "guest?", 9)
    played("me", "me", 10)
    stored = set(LastMeeting.objects.values_list("player", "opponent", "ended"))
    assert stored == {("p-me", "p-ann", 3), ("p-ann", "p-me", 3)}
    LastMeeting.objects.all().delete()
    migration = import_module("zaria.club.matches.results.migrations.0010_last_meetings")
    with connection.schema_editor() as editor:
        migration.fill(apps, editor)
    assert set(LastMeeting.objects.values_list("player", "opponent", "ended")) == stored


def test_the_last_match_of_two_is_the_one_that_ended_last_on_either_side(club: None) -> None:
    me, *opponents = [join(login) for login in ("me", "ann", "bob", "cid")]
    for number in range(1, 40):
        first, second = ("me", "ann") if number % 3 else ("bob", "me")
        played(first, second, number)
    played("me", "bob", 40)
    played("me", "guest?", 41)
    with CaptureQueriesContext(connection) as queries_made:
        matches = last_matches(me.player, [*(opponent.player for opponent in opponents), "p-guest?"])
    assert {player: match.id for player, match in matches.items()} == {
        "p-ann": "m38",
        "p-bob": "m40",
        "p-guest?": "m41",
    }
    assert len(queries_made) == 2
    assert last_matches(me.player, []) == {}
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN QUERY PLAN {queries_made[0]['sql']}")
            searched = [row[3] for row in cursor.fetchall() if "results_played" in row[3]]
        assert all(
            "(player0=? AND player1=?)" in step or "(player1=? AND player0=?)" in step for step in searched
        )


def test_the_lists_of_a_member(club: None) -> None:
    me, ann, bob, cid = (join(login) for login in ("me", "ann", "bob", "cid"))
    for friend in (bob, ann):
        actions.follow(me, friend)
    actions.follow(bob, me)
    actions.block(me, cid)
    assert names(Query("followed"), me) == ["ann", "bob"]
    assert names(Query("friends"), me) == ["bob"]
    assert names(Query("blocked"), me) == ["cid"]
    row_of = {row.player.name: row for name in ("me", "bob", "cid") for row in _rows(name, me)}
    assert row_of["me"].is_reader
    assert row_of["bob"].standing.is_friend
    assert [name for name, row in row_of.items() if row.may_invite] == ["bob"]
    (own_row,) = _rows("me", cid)
    assert not own_row.may_invite, "a block stops both"
    Member.objects.filter(pk=bob.pk).update(settings={"invites": "nobody", "show_online": False})
    (bobs,) = _rows("bob", me)
    assert (bobs.hidden, bobs.may_invite) == (True, False)


def _rows(beginning: str, reader: Member) -> list[queries.PersonRow]:
    return part(Query(beginning=beginning), reader.as_player()).rows
