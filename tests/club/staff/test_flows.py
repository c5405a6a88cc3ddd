"""The page of suspicious flows: two who move credits are on it, honest ones are not, voided matches go."""

import re
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.club.staff.conftest import People, SignIn
from tests.support.club.page_queries import page_queries
from tests.support.club.rating_records import DAY, played
from tests.support.http_client import html_of
from zaria.club.ledger import actions as ledger
from zaria.club.ledger.kinds import FEES, TransferKind, member_code
from zaria.club.matches.results.models import Played
from zaria.club.ratings import browsers
from zaria.club.ratings.models import SharedBrowser

PATH = "/staff/flows"


def add(name: str, winner: str, loser: str, *, quick: bool) -> None:
    """Add a staked match of yesterday."""
    yesterday, how = int(time.time() * 1000) - DAY, "resigned" if quick else "played"
    played(name, yesterday, (winner, loser), won=0, how=how, early=quick, stake=5_00).save()
    held = ledger.hold(loser, 5_00, f"{name}:hold", match_id=name)
    share = ledger.Booking(f"{name}:win", TransferKind.WIN, "", member_code(winner), 5_00, match_id=name)
    ledger.post_hold(held, [share])


@pytest.fixture
def _matches(people: People) -> None:
    """Ann has resigned twelve quick matches to Bob within a week; Ann and the moderator play honestly."""
    ann, bob, moder = (people[name].player for name in ("ann", "bob", "moder"))
    for player in (ann, bob, moder):
        ledger.ensure_member(player)

    for number in range(12):
        add(f"dump{number}", bob, ann, quick=True)
    for number in range(40):
        add(f"fair{number}", *((moder, ann) if number % 2 else (ann, moder)), quick=False)


@pytest.mark.usefixtures("_matches")
def test_flows_are_shown_with_matches_and_amounts(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["admin"])
    assert f'href="{PATH}"' in html_of(client.get("/staff/"))
    page = html_of(client.get(PATH))
    assert set(re.findall(r"/played/(\w+)/change/", page)) == {f"dump{number}" for number in range(12)}
    assert "+60.00" in page
    assert "−60.00" in page
    assert f"/staff/members/member/{people['bob'].pk}/change/" in page
    (void,) = re.findall(r'href="(/staff/results/played/do/void/\?[^"]+)"', page)
    assert client.get(void.replace("&amp;", "&")).status_code == 200
    Played.objects.filter(match_id__startswith="dump").update(voided=True)
    assert "Nothing suspicious found." in html_of(client.get(PATH, {"period": "x"}))


@pytest.mark.usefixtures("_matches")
def test_the_matches_of_all_findings_are_read_together(people: People, sign_in: SignIn) -> None:
    client = sign_in(people["admin"])
    client.get(PATH)  # fills caches
    of_one_finding = page_queries(client, PATH)
    admin, owner = people["admin"].player, people["owner"].player
    for player in (admin, owner):
        ledger.ensure_member(player)
    for number in range(12):
        add(f"again{number}", admin, owner, quick=True)
    assert html_of(client.get(PATH)).count('class="wide flows"') == 2
    assert len(page_queries(client, PATH)) == len(of_one_finding)


def test_strangers_do_not_see_it(people: People, sign_in: SignIn) -> None:
    assert Client().get(PATH).status_code == 302
    assert sign_in(people["ann"]).get(PATH).status_code == 302


def test_the_page_names_who_gathers(people: People, sign_in: SignIn) -> None:
    """Ann and the moderator have lost their welcome credits to Bob, in one match each, from Bob's browser."""
    now = int(time.time() * 1000)
    bob = people["bob"].player
    for name in ("ann", "moder"):
        loser = people[name].player
        ledger.ensure_member(loser)
        played(name, now, (bob, loser), won=0, how="resigned", early=True, stake=1000_00).save()
        held = ledger.hold(loser, 1000_00, f"{name}:hold", match_id=name)
        shares = [
            ledger.Booking(f"{name}:win", TransferKind.WIN, "", member_code(bob), 900_00, match_id=name),
            ledger.Booking(f"{name}:fee", TransferKind.FEE, "", FEES, 100_00, match_id=name),
        ]
        ledger.post_hold(held, shares)
        first, second = sorted((bob, loser))
        SharedBrowser.objects.create(one=first, two=second, at=now)
    page = html_of(sign_in(people["admin"]).get(PATH))
    assert "gathers credits" in page
    heading = " ".join(page.partition("<h2>")[2].partition("</h2>")[0].split())
    assert heading.startswith(f"{people['bob'].username} +1,800.00")
    assert set(re.findall(r"/played/(\w+)/change/", page)) == {"ann", "moder"}


@pytest.mark.usefixtures("db")
def test_shared_browsers_of_many_are_found_in_few_steps() -> None:
    """Both ends of a pair in one condition took SQLite each pair of ids: 6,000 of them 50 seconds."""
    players = {f"p{number:05}" for number in range(6000)}
    SharedBrowser.objects.create(one="p00001", two="p05999", at=0)
    SharedBrowser.objects.create(one="p00001", two="stranger", at=0)
    with CaptureQueriesContext(connection) as queries:
        assert browsers.shared(players) == {("p00001", "p05999")}
    assert len(queries) == 12
    assert not any("two" in query["sql"].partition("WHERE")[2] for query in queries)
