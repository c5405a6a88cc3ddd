"""The page of pairs: who plays rated matches with whom, and what is striking about it."""

import re
import time
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import translation

from tests.club.staff.conftest import People, SignIn
from tests.support.by_day import by_day
from tests.support.club.page_queries import page_queries
from tests.support.club.rating_records import DAY, played
from tests.support.http_client import html_of
from tests.support.scripts import OTHERS
from zaria.club.accounts.models import Member
from zaria.club.matches.results.meetings import note_last
from zaria.club.ratings import addresses

PATH = "/staff/pairs/"


def rows(client: Client, query: str = "") -> list[list[str]]:
    """The table's text, cell by cell."""
    answer = client.get(PATH + query)
    assert answer.status_code == 200
    body = html_of(answer).partition("<tbody>")[2].partition("</tbody>")[0]
    cells = [re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL) for row in body.split("</tr>")]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row][:5] for row in cells if row]


@pytest.fixture
def matches(people: People) -> int:
    """Ann has beaten Bob twelve times, four of them early; Ann and the moderator have met twice.

    One of the four was early by its terms. The others had too few turns for their game, and no bound of their
    own, as in a tournament.
    """
    now = int(time.time() * 1000)
    ann, bob, moder = (people[name].player for name in ("ann", "bob", "moder"))

    def add(number: int, pair: tuple[str, str], ago: int = 1, **more: Any) -> None:
        turns = more.pop("turns", 20)
        match = played(f"m{number}", now - ago * DAY, pair, turns0=turns, turns1=20, plies=40, **more)
        match.save()
        note_last([match])

    for number in range(12):
        sides = (ann, bob) if number % 2 else (bob, ann)
        game, turns = ("chess" if number < 5 else "tabla"), 7 if number < 4 else 8
        add(number, sides, won=1 - number % 2, early=not number, turns=turns, game=game)
    add(20, (ann, moder), won=0)
    add(21, (moder, ann), won=0, ago=20)
    add(22, (ann, moder), won=0, ago=60)
    add(23, (ann, moder), rated=False)
    add(24, (ann, moder), void=True)
    for who in (ann, bob):
        addresses.note("m1", who, "198.51.100.7", now)
    addresses.note("m1", moder, "198.51.100.8", now)
    return now


def test_pairs_and_what_is_striking(people: People, sign_in: SignIn, matches: int) -> None:
    client = sign_in(people["moder2"])
    names = {key: member.username for key, member in people.items()}
    ann_bob = [f"{names['ann']} – {names['bob']}", "12", "12 : 0", "4", "1"]
    ann_moder = [f"{names['ann']} – {names['moder']}", "2", "1 : 1", "0", "0"]
    assert rows(client) == [ann_bob, ann_moder]
    for mark in ("frequent", "oneway", "early", "shared"):
        assert rows(client, f"?mark={mark}") == [ann_bob], mark
    assert rows(client, "?period=7")[1][1] == "1"
    assert rows(client, "?period=90")[1][1] == "3"
    assert rows(client, "?period=")[1][1] == "3"
    assert [row[1] for row in rows(client, "?game=chess")] == ["5"]
    assert rows(client, "?game=tabla&mark=shared")[0][1] == "7"
    assert rows(client, "?order=last")[0][1] in ("2", "12")
    assert rows(client, "?game=nope&mark=x&order=y&period=z&page=99") == rows(client)


def test_it_leads_to_members_and_matches(people: People, sign_in: SignIn, matches: int) -> None:
    client = sign_in(people["owner"])
    assert PATH in html_of(client.get("/staff/"))
    page = html_of(client.get(PATH))
    assert f"/staff/members/member/{people['ann'].pk}/change/" in page
    (link,) = re.findall(r'href="(/staff/results/played/\?q=[^"]+)">12<', page)
    listed = html_of(client.get(link.replace("&amp;", "&")))
    assert len(set(re.findall(r"/staff/results/played/(m\d+)/change/", listed))) == 12
    early = html_of(client.get("/staff/results/played/?counts=early"))
    assert len(set(re.findall(r"/staff/results/played/(m\d+)/change/", early))) == 1


def test_a_member_who_is_gone_and_nobody(people: People, sign_in: SignIn, matches: int) -> None:
    client = sign_in(people["owner"])
    Member.objects.filter(pk=people["bob"].pk).delete()
    assert rows(client)[0][0].endswith("–")
    assert rows(client, "?mark=frequent&period=7&game=ugolki") == []


def test_strangers_do_not_see_it(people: People, sign_in: SignIn) -> None:
    assert Client().get(PATH).status_code == 302
    assert sign_in(people["ann"]).get(PATH).status_code == 302


@pytest.mark.parametrize("language", by_day(("el",), OTHERS))
def test_it_is_said_in_every_language(people: People, sign_in: SignIn, matches: int, language: str) -> None:
    client = sign_in(people["owner"])
    with translation.override(language):  # afterwards this thread reads English again
        page = html_of(client.get(PATH, HTTP_ACCEPT_LANGUAGE=language))
        assert f'lang="{language}"' in page
        assert translation.gettext("Shared addresses") != "Shared addresses"
        assert translation.gettext("Shared addresses") in page


def test_the_matches_are_grouped_once(people: People, sign_in: SignIn, matches: int) -> None:
    client = sign_in(people["owner"])
    for query in ("", "?period=", "?mark=frequent&order=last", "?mark=oneway"):
        queries = page_queries(client, PATH + query)
        grouped = [sql for sql in queries if "GROUP BY" in sql and '"results_played"."player1" = ' not in sql]
        assert len(grouped) == 1, query
        assert "COUNT(*) FROM (" not in grouped[0], query


def test_shared_addresses_are_looked_for_once(people: People, sign_in: SignIn, matches: int) -> None:
    queries = page_queries(sign_in(people["owner"]), PATH + "?mark=shared")
    assert [sql for sql in queries if '"results_played"' in sql and "seataddress" in sql] == []
    (pairs,) = [sql for sql in queries if "WITH seats" in sql]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {pairs}")
        steps = [row[3] for row in cursor.fetchall()]
    assert any(step.startswith("SEARCH m USING") for step in steps), steps
