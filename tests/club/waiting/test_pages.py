"""The list of tables by the day, the way to the next one, and the note at a table."""

import json
import re
from datetime import UTC, datetime

import pytest
from django.utils.dateformat import format as date_format
from pytest_django import DjangoDbBlocker

from tests.support.club.by_day_club import DayClub
from tests.support.club.member_client import Somebody
from tests.support.club.site_database import instead
from tests.support.http_client import Visitor
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.club.site.database import databases
from zaria.club.vacations.models import Vacation
from zaria.club.waiting.rows import time_left

pytestmark = pytest.mark.xdist_group("by_day")
HOUR = 3_600_000


def visitor(club: DayClub, number: int = 0) -> Visitor:
    return club.players[number].visit(club.server.url)


def listed(who: Visitor, query: str = "") -> list[str]:
    page = who.get(f"/me/waiting{query}")
    assert page.status == 200
    return re.findall(r'<li[^>]*><a href="/t/([\w-]+)"', page.text)


def next_of(who: Visitor, path: str = "/next") -> str:
    answer = who.get(path)
    assert answer.status == 302
    return answer.headers["Location"]


def test_own_turns_come_first_by_the_time_left(club: DayClub) -> None:
    tabla, backgammon, nardy, second_tabla = club.matches
    assert listed(visitor(club)) == [tabla, second_tabla, backgammon, nardy]
    assert listed(visitor(club, 1)) == [nardy, tabla, second_tabla, backgammon]
    page = visitor(club).get("/me/waiting").text
    assert "3 tables wait for your move." in page
    assert page.count('class="mini"') == 4
    assert re.search(r'<time datetime="[^"]+" title="[^"]+ UTC">\s*2 days 23 h\s*</time>', page)


def test_the_list_shows_a_side_or_a_game(club: DayClub) -> None:
    tabla, backgammon, nardy, second_tabla = club.matches
    who = visitor(club)
    assert listed(who, "?show=mine") == [tabla, second_tabla, backgammon]
    assert listed(who, "?show=theirs") == [nardy]
    assert listed(who, "?game=tabla") == [tabla, second_tabla]
    assert listed(who, "?show=theirs&game=tabla") == []
    assert "No table here." in who.get("/me/waiting?show=theirs&game=tabla").text
    assert listed(who, "?show=nobody&game=nothing") == listed(who)


def test_an_own_order_is_stored(club: DayClub) -> None:
    tabla, backgammon, nardy, second_tabla = club.matches
    who = visitor(club)
    answer = who.post("/me/waiting/order", last=tabla, show="mine")
    assert (answer.status, answer.headers["Location"]) == (302, "/me/waiting?show=mine")
    assert listed(who) == [second_tabla, backgammon, nardy, tabla]
    who.post("/me/waiting/order", up=tabla, game="tabla")
    assert listed(who) == [tabla, second_tabla, backgammon, nardy], "above the row above it in this part"
    who.post("/me/waiting/order", up=backgammon)
    assert listed(who) == [tabla, backgammon, second_tabla, nardy]
    for nothing in ({"up": tabla}, {"last": "unknown"}, {"up": "unknown"}, {}):
        assert who.post("/me/waiting/order", **nothing).status == 302
        assert listed(who) == [tabla, backgammon, second_tabla, nardy]
    who.post("/me/waiting/order", by="time")
    assert listed(who) == [tabla, second_tabla, backgammon, nardy]
    who.post("/me/waiting/order", by="own")
    assert listed(who) == [tabla, backgammon, second_tabla, nardy]
    who.post("/me/waiting/order", by="time")


def test_one_goes_from_table_to_table_and_skips(club: DayClub) -> None:
    tabla, backgammon, _, second_tabla = club.matches
    who = visitor(club)
    assert next_of(who) == f"/t/{tabla}"
    assert next_of(who, f"/next?from={tabla}") == f"/t/{second_tabla}"
    answer = json.loads(who.get(f"/next/table?from={tabla}").text)
    assert answer == {"path": f"/t/{second_tabla}", "waits": 3, "vacation": ""}
    seen = [who.post("/next", skip=match_id).headers["Location"] for match_id in (tabla, second_tabla)]
    assert seen == [f"/t/{second_tabla}", f"/t/{backgammon}"]
    assert next_of(who) == f"/t/{backgammon}"
    assert next_of(who, f"/next?from={backgammon}") == f"/t/{tabla}", "the first that was skipped"


def test_without_another_table_the_list_says_so(club: DayClub) -> None:
    nardy, who = club.matches[2], visitor(club, 1)
    assert next_of(who) == f"/t/{nardy}"
    address = next_of(who, f"/next?from={nardy}")
    assert "No other table waits for your move." in who.get(address).text
    assert who.post("/next", skip=nardy).headers["Location"] == address
    assert json.loads(who.get(f"/next/table?from={nardy}").text) == {"path": None, "waits": 1, "vacation": ""}


def test_every_page_of_a_member_counts_the_tables(club: DayClub) -> None:
    for number, count in enumerate((3, 1)):
        for path in ("/", "/rules", "/me"):
            page = visitor(club, number).get(path).text
            assert re.search(rf'<a class="iconb" href="/next".*?data-own-turns>{count}</b>', page), path


def test_without_a_game_the_page_shows_an_empty_board(club: DayClub) -> None:
    newcomer = Somebody(club.server.url).join()
    page = newcomer.get("/me/waiting").text
    assert "No games by the day yet" in page
    assert '<use href="#mb"/>' in page
    assert 'id="mb"' in page


def test_guests_have_no_list(club: DayClub) -> None:
    guest = Visitor(club.server.url)
    assert "data-own-turns" not in guest.get("/rules").text
    for path in ("/me/waiting", "/next"):
        assert next_of(guest, path) == f"/account/login/?next={path}"
    assert guest.get("/next/table").status == 403


def test_a_note_at_a_table_is_the_members_own(club: DayClub) -> None:
    table = club.matches[1]
    ann, bob, guest = visitor(club), visitor(club, 1), Visitor(club.server.url)
    saved = ann.post(f"/t/{table}/note", text="Hold the five point.")
    assert (saved.status, saved.headers["Location"]) == (302, f"/t/{table}")
    assert "Hold the five point.</textarea>" in ann.get(f"/t/{table}").text
    for reader in (bob, guest):
        assert "Hold the five point." not in reader.get(f"/t/{table}").text
    assert "</textarea>" in bob.get(f"/t/{table}").text
    assert 'id="by-day"' not in guest.get(f"/t/{table}").text
    assert guest.post(f"/t/{table}/note", text="x").status == 403
    refused = ann.post(f"/t/{table}/note", text="x" * 2001)
    assert (refused.status, json.loads(refused.text)) == (422, {"text": "The note is too long."})
    assert "Hold the five point." in ann.get(f"/t/{table}").text


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (5 * 24 * HOUR, "5 days"),
        (25 * HOUR, "1 day 1 h"),
        (24 * HOUR - 1, "23 h"),
        (HOUR - 1, "59 min"),
        (1, "1 min"),
        (-5, "1 min"),
    ],
)
def test_a_time_is_in_days_and_hours(ms: int, text: str) -> None:
    assert time_left(ms) == text


def test_a_vacation_of_the_opponent_is_shown(club: DayClub, django_db_blocker: DjangoDbBlocker) -> None:
    now = now_ms()
    with django_db_blocker.unblock(), instead(databases.default(None, club.home)):
        vacation = Vacation.objects.create(
            player=club.players[1].player.id, begins_at=now - DAY_MS, ends_at=now + 2 * DAY_MS
        )
    try:
        day = date_format(datetime.fromtimestamp(vacation.ends_at / 1000, UTC), "j E")
        text = f"on vacation until {day}"
        rows = visitor(club).get("/me/waiting").text
        assert len(re.findall(rf'class="waiting-vacation">\s*{text}\s*</small>', rows)) == 4
        path = f"/next/table?from={club.matches[0]}"
        assert json.loads(visitor(club).get(path).text)["vacation"] == text
        assert json.loads(visitor(club, 1).get(path).text)["vacation"] == "", "only opponents see it"
        assert "on vacation until" not in visitor(club, 1).get("/me/waiting").text
    finally:
        with django_db_blocker.unblock(), instead(databases.default(None, club.home)):
            vacation.delete()
    assert "on vacation until" not in visitor(club).get("/me/waiting").text
