"""The staff's lists cost the database the same in a large club: nothing is read whole, or row by row."""

import re

import pytest
from django.db import connection
from django.test import Client

from tests.club.staff.conftest import SignIn
from tests.support.club.grown_club import GrownClub
from tests.support.club.page_queries import page_queries
from tests.support.http_client import html_of
from zaria.club.federations.models import Contract, Federation
from zaria.club.staff.models import Act

FEW, MANY = 10, 300
MEMBERS = "/staff/members/member/"
MATCHES = "/staff/results/played/"
SEARCHES = (
    (MEMBERS, "Member29", 11),
    (MEMBERS, "p7", 1),
    (MEMBERS, "M7@Example.org", 1),
    (MATCHES, "m7", 1),
    (MATCHES, "MARICA", 50),
    (MATCHES, "marica m7", 1),
)
"""Lists, what is searched for, and the number of rows on the first page in a club of `MANY`."""


@pytest.fixture
def owner(transactional_db: None, sign_in: SignIn) -> tuple[GrownClub, Client]:
    """A club with a few rows of each kind, and the browser of its owner."""
    club = GrownClub()
    club.grow(0, FEW)
    return club, sign_in(club.owner)


def scans(queries: list[str]) -> list[str]:
    """The tables of members and matches that SQLite reads from their beginning for these statements."""
    steps: list[str] = []
    with connection.cursor() as cursor:
        for sql in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
            steps += [row[3] for row in cursor.fetchall()]
    return [step for step in steps if re.match(r"SCAN (members_member|results_played|U\d)\b", step)]


@pytest.mark.parametrize(("path", "term", "number"), SEARCHES)
def test_a_search_looks_up_an_index(
    owner: tuple[GrownClub, Client], path: str, term: str, number: int
) -> None:
    club, client = owner
    club.grow(FEW, MANY)
    queries = page_queries(client, path, q=term)
    assert html_of(client.get(path, {"q": term})).count('name="_selected_action"') == number
    assert scans(queries) == []


def test_a_page_of_a_list_reads_its_rows_at_once(owner: tuple[GrownClub, Client]) -> None:
    club, client = owner
    lists = ("/staff/federations/federation/", "/staff/comments/comment/", "/staff/comments/comment/?q=Good")
    Contract.objects.create(
        federation=club.federation, administrator=club.me, login="Marica", party="natural", reference="1"
    )
    for path in lists:
        client.get(path)  # fills what is cached
    few = [page_queries(client, path) for path in lists]
    club.grow(FEW, MANY)
    for number in range(MANY // 10):
        federation = Federation.objects.create(slug=f"club{number}", name=f"Club {number}", size=number)
        Contract.objects.create(
            federation=federation, administrator=club.me, login="Marica", party="natural", reference="1"
        )
    many = [page_queries(client, path) for path in lists]
    assert [len(queries) for queries in many] == [len(queries) for queries in few]
    page = html_of(client.get(lists[0]))
    assert page.count("Marica</td>") == 1 + MANY // 10
    assert ">300</td>" in page


def test_the_years_of_a_list_are_found_without_its_rows(owner: tuple[GrownClub, Client]) -> None:
    client = owner[1]
    path = "/staff/staff/act/"
    acts = Act._base_manager.order_by("pk")
    for act, at in ((acts[0], "2024-11-30T12:00:00Z"), (acts[FEW - 1], "2026-02-02T12:00:00Z")):
        acts.filter(pk=act.pk).update(at=at)

    def titles(query: str) -> list[str]:
        page = html_of(client.get(path + query))
        return re.findall(r'class="chip"[^>]*>([^<]+)<', page.partition('class="toplinks"')[2])

    assert titles("") == ["2024", "2025", "2026"]
    assert titles("?at__year=2024") == ["&lsaquo; All dates", "November 2024", "December 2024"]
    assert titles("?at__year=2026&at__month=2") == ["&lsaquo; 2026", "1 February", "2 February"]
    assert titles("?at__year=2026&at__month=2&at__day=1") == ["&lsaquo; February 2026", "1 February"]
    assert titles("?at__year=2026&at__month=2&at__day=30") == []
    assert not [sql for sql in page_queries(client, path) if "DISTINCT" in sql or "MIN(" in sql]
