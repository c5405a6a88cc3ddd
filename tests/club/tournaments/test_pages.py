"""The visitors' pages of tournaments: lists, entry and withdrawal, and what is refused."""

import re
from html import escape, unescape
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.template.loader import render_to_string
from django.test import AsyncClient
from django.test.utils import CaptureQueriesContext

from tests.support.club.tournament_play import begun, play
from tests.support.club.tournament_terms import entered, members, terms
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import unbroken
from zaria.club.accounts.models import Member
from zaria.club.ledger.queries import Balance, balance
from zaria.club.player_limits import actions as player_limits
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, page_parts, queries
from zaria.club.tournaments.models import Entry, Invitation, Tournament
from zaria.tournaments import commands as cmd

__all__ = ["plain_files"]

HOUR = 3_600_000
pytestmark = pytest.mark.usefixtures("plain_files", "nothing_known", "transactional_db")


class Browser:
    """The browser of a member, or of nobody in particular."""

    def __init__(self, member: Member | None = None, language: str = "en") -> None:
        self.client, self.language = AsyncClient(), language
        if member is not None:
            self.client.force_login(member)

    def get(self, path: str, **headers: str) -> Any:
        """Ask for a page."""
        return async_to_sync(self.client.get)(path, headers={"accept-language": self.language, **headers})

    def text(self, path: str) -> str:
        """The HTML of a page that is there."""
        answer = self.get(path)
        assert answer.status_code == 200
        return unbroken(answer.content.decode())

    def post(self, path: str, **fields: str) -> Any:
        """Send a form."""
        return async_to_sync(self.client.post)(path, fields)


@pytest.fixture
def nothing_known() -> None:
    """The process remembers nothing of other tests."""
    page_parts._idle.clear()
    queries.forget_counts()


def soon(**more: Any) -> Tournament:
    """A tournament that starts in an hour."""
    return actions.create(terms(**{"starts_at": now_ms() + HOUR, **more}), "director")


def titles(page: str) -> list[str]:
    """The tournaments of a list."""
    return re.findall(r'class="tournament-name"[^>]*><b>([^<]*)</b>', page)


def test_four_lists_in_their_order() -> None:
    soon(title="Second", starts_at=now_ms() + 2 * HOUR)
    soon(title="First")
    running, _ = begun(2, title="Running")
    over, _ = entered(0, title="Cancelled")
    actions.begin(over.pk)
    play(running)
    guest = Browser()
    page = guest.text("/tournaments")
    headings = re.findall(
        r'\?list=(\w+)|(Upcoming|Ongoing|Completed|Cancelled)<span class="count">(\d+)', page
    )
    assert [(title, size) for _, title, size in headings if title] == [
        ("Upcoming", "2"), ("Ongoing", "0"), ("Completed", "1"), ("Cancelled", "1"),
    ]  # fmt: skip
    assert titles(page) == ["First", "Second"]
    assert titles(guest.text("/tournaments?list=completed")) == ["Running"]
    assert titles(guest.text("/tournaments?list=cancelled")) == ["Cancelled"]
    assert "No tournaments in progress." in guest.text("/tournaments?list=ongoing")
    assert titles(guest.text("/tournaments?list=nonsense&page=x")) == ["First", "Second"]


def test_long_lists_have_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "SIZE", 3)
    for number in range(4):
        soon(title=f"T{number}", starts_at=now_ms() + number * 1000 + HOUR)
    guest = Browser()
    assert len(titles(guest.text("/tournaments"))) == queries.SIZE
    assert titles(guest.text("/tournaments?page=2")) == titles(guest.text("/tournaments?page=99")) == ["T3"]


def test_a_line_has_fee_prizes_and_the_own_state() -> None:
    row = soon(fee=10_00, bonus=5_00, house_rate=10_00, most=8)
    (ann,) = members(1)
    actions.enter(row.pk, ann)
    page = Browser(ann).text("/tournaments")
    assert "<dd>1/8</dd>" in page
    assert "10.00 credits" in page
    assert "14.00 credits" in page
    assert "You are taking part" in page
    assert "You are taking part" not in Browser().text("/tournaments")


def test_a_private_tournament_is_listed_for_its_players_alone() -> None:
    row = soon(private=True)
    ann, bob = members(2)
    actions.enter(row.pk, ann)
    assert titles(Browser(ann).text("/tournaments")) == ["Friday eight"]
    for reader in (Browser(bob), Browser()):
        assert titles(reader.text("/tournaments")) == []
        assert row.pk not in reader.get("/tournaments.ics").content.decode()
        assert "Friday eight" in reader.text(f"/tournaments/{row.pk}")


def test_a_list_counts_each_private_tournament_of_a_member_once() -> None:
    entered, directed, both, foreign = [soon(private=True).pk for _ in range(4)]
    soon()
    ann, bob = members(2)
    for number in (entered, both):
        actions.enter(number, ann)
    actions.enter(foreign, bob)
    Tournament.objects.filter(pk__in=(directed, both)).update(director=ann.player)
    assert queries.sizes(ann.player)["open"] == 1 + 3
    assert queries.sizes(bob.player)["open"] == 1 + 1
    assert queries.sizes("")["open"] == 1


def test_a_private_tournament_for_invited_players_opens_to_them_alone() -> None:
    row, (ann, bob, eve) = soon(private=True, access="invited"), members(3)
    for member in (ann, bob):
        Invitation.objects.create(tournament=row, player=member.player)
    actions.enter(row.pk, ann)
    Tournament.objects.filter(pk=row.pk).update(director=bob.player)
    Invitation.objects.filter(player=bob.player).delete()
    owner = Member.objects.create_superuser("Owner", "owner@example.org")
    paths = ("", "/live", "/own", "/embed", ".ics", "/qr.svg")
    for viewer, status in ((ann, 200), (bob, 200), (owner, 200), (eve, 404), (None, 404)):
        browser = Browser(viewer)
        assert {browser.get(f"/tournaments/{row.pk}{path}").status_code for path in paths} == {status}
    assert Browser(eve).get(f"/tournaments/{row.pk}/enter").status_code == 404
    for path in ("", "/rounds/1"):
        assert Browser(eve).get(f"/api/v1/tournaments/{row.pk}{path}").status_code == 404
    assert Browser(eve).get(f"/tournaments/{soon(private=True).pk}").status_code == 200


def test_unknown_tournaments_and_wrong_methods() -> None:
    row, (ann,) = entered(1)
    browser = Browser(ann)
    for path in ("", "/live", "/own", "/enter", "/withdraw", "/embed", ".ics", "/qr.svg"):
        assert browser.get(f"/tournaments/nosuchone0{path}").status_code == 404
        if path not in ("/enter", "/withdraw"):
            assert browser.post(f"/tournaments/{row.pk}{path}").status_code == 405
    assert browser.post("/tournaments").status_code == 405


def test_a_member_enters_and_withdraws() -> None:
    row = soon()
    (ann,) = members(1)
    browser, address = Browser(ann), f"/tournaments/{row.pk}"
    assert "Entries are open" in browser.text(address)
    assert "Enter Friday eight?" in browser.text(f"{address}/enter")
    assert not Entry.objects.exists()
    assert browser.post(f"{address}/enter", draw_nonce="tavla").status_code == 422
    assert browser.post(f"{address}/enter", draw_nonce="ab" * 16).headers["Location"] == address
    page = browser.text(address)
    assert "You have entered Friday eight." in page
    assert f"<code>{'ab' * 16}</code>" in page
    assert "Your first match opens automatically" in page
    assert "Withdraw from the tournament?" in browser.text(f"{address}/withdraw")
    assert browser.post(f"{address}/withdraw").status_code == 302
    assert not Entry.objects.filter(active=True).exists()
    assert "Entries are open" in browser.text(address)


def test_a_pause_is_said_before_an_entry_with_a_fee() -> None:
    paid, free = soon(fee=10_00), soon(title="Free")
    (ann,) = members(1)
    player_limits.pause(ann.player, 7)
    browser, sentence = Browser(ann), "You have paused stakes and top-ups."
    for path in ("", "/enter"):
        page = browser.text(f"/tournaments/{paid.pk}{path}")
        assert sentence in page
        assert "Enter for 10.00" not in page
        assert sentence not in browser.text(f"/tournaments/{free.pk}{path}")


def test_a_fee_is_confirmed_with_the_balance() -> None:
    row = soon(fee=10_00)
    (ann,) = members(1)
    browser, address = Browser(ann), f"/tournaments/{row.pk}/enter"
    page = browser.text(address)
    assert "1,000.00 credits" in page
    assert "990.00 credits" in page
    assert "Enter for 10.00 credits" in page
    browser.post(address)
    assert balance(ann.player) == Balance(990_00, 10_00)
    assert "your fee of 10.00 credits is returned" in browser.text(f"/tournaments/{row.pk}/withdraw")


def test_too_few_credits_lead_to_the_shop() -> None:
    row = soon(fee=1001_00)
    (ann,) = members(1)
    browser, address = Browser(ann), f"/tournaments/{row.pk}/enter"
    for answer in (browser.get(address), browser.post(address)):
        page = unescape(unbroken(answer.content.decode()))
        assert "You don't have enough credits for the entry fee." in page
        assert 'href="/shop#top-up"' in page
        assert '<button class="btn pri">' not in page
    assert answer.status_code == 422
    assert balance(ann.player) == Balance(1000_00, 0)


def test_refusals_stand_beside_the_button_and_change_nothing() -> None:
    ann, bob = members(2)
    full, closed = soon(most=2), soon(title="Closed")
    for entrant in members(2, since=2):
        actions.enter(full.pk, entrant)
    actions.execute(closed.pk, cmd.Cancel("director", "No hall"))
    strong, foreign = soon(lowest_rating=900), soon(country="GR")
    again = soon()
    actions.enter(again.pk, bob)
    for member, row, sentence in (
        (ann, full, "The tournament is full."),
        (ann, closed, "Entries are closed."),
        (ann, strong, "Your rating is too low for this tournament."),
        (ann, foreign, "This tournament is for players from another country."),
        (ann, soon(access="invited"), "Only players with an invitation can enter."),
        (ann, soon(members_only_of="bg"), "Only members of the federation can enter."),
        (bob, again, "You have already entered."),
    ):
        browser, address = Browser(member), f"/tournaments/{row.pk}/enter"
        before = Tournament.objects.get(pk=row.pk).events
        confirmation, sent = browser.get(address), browser.post(address)
        assert (confirmation.status_code, sent.status_code) == (200, 422)
        for answer in (confirmation, sent):
            page = unbroken(answer.content.decode())
            assert f"<p>{sentence}" in page
            assert '<button class="btn pri">' not in page
        assert Tournament.objects.get(pk=row.pk).events == before
    refused = Browser(ann).post(f"/tournaments/{again.pk}/withdraw")
    assert refused.status_code == 422
    assert escape("You haven't entered.") in refused.content.decode()


def test_a_code_is_asked_for() -> None:
    row = actions.create(terms(starts_at=now_ms() + HOUR, access="code"), "director", code="tavla")
    (ann,) = members(1)
    browser, address = Browser(ann), f"/tournaments/{row.pk}/enter"
    assert 'name="code"' in browser.text(address)
    wrong = browser.post(address, code="nardy")
    assert wrong.status_code == 422
    assert "This is not the code of the tournament." in wrong.content.decode()
    assert 'name="code"' in wrong.content.decode()
    assert browser.post(address, code=" tavla ").status_code == 302


def test_a_guest_signs_in_first() -> None:
    row = soon()
    guest, address = Browser(), f"/tournaments/{row.pk}"
    assert "Sign in and enter" in guest.text(address)
    for path in ("enter", "withdraw"):
        for answer in (guest.get(f"{address}/{path}"), guest.post(f"{address}/{path}")):
            assert answer.headers["Location"] == f"/account/login/?next={address}/{path}"
    assert "Members find the tournaments" in guest.text("/tournaments/mine")


def test_a_tournament_that_was_cancelled_is_not_a_completed_one() -> None:
    row, (ann, _bob) = begun(2, title="Broken off")
    actions.execute(row.pk, cmd.Cancel("director", "No hall"))
    page = Browser(ann).text("/tournaments/mine")
    assert titles(page) == ["Broken off"]
    assert ">Cancelled</h2>" in page
    assert ">Completed</h2>" not in page


def test_the_timer_counts_to_the_end_of_a_round_that_has_a_length() -> None:
    row, (ann, _bob) = begun(2, "league", title="League", round_ms=HOUR)
    coming = soon(title="Coming")
    actions.enter(coming.pk, ann)
    page = Browser(ann).text("/rules")
    timer = re.search(r'class="chip tournament-timer (\w+)" id="tournament-timer" href="([^"]+)"', page)
    assert timer is not None
    assert timer.groups() == ("round", f"/tournaments/{row.pk}")
    assert 'title="Round ends: League"' in page
    waits = page_parts.countdowns([ann.player])[ann.player]
    assert [(wait.title, wait.kind) for wait in waits] == [("League", "round"), ("Coming", "start")]
    actions.execute(row.pk, cmd.Cancel("director", "No hall"))
    assert [wait.title for wait in page_parts.countdowns([ann.player])[ann.player]] == ["Coming"]


def test_own_tournaments_with_places_and_statistics() -> None:
    row, (ann, bob) = begun(2, title="Past", bonus=5_00, sponsor="Bakery")
    winner = play(row).winner
    coming = soon(title="Coming")
    first = ann if ann.player == winner else bob
    actions.enter(coming.pk, first)
    page = Browser(first).text("/tournaments/mine")
    assert titles(page) == ["Coming", "Past"]
    assert "Place 1 · 5.00 credits" in page
    assert re.search(r"Played</dt><dd>1</dd>.*Won</dt><dd>1</dd>", page)
    page = Browser(bob if first is ann else ann).text("/tournaments/mine")
    assert "Place 2" in page
    assert re.search(r"Won</dt><dd>0</dd>", page)


def test_the_head_counts_active_tournaments_and_down_to_the_next() -> None:
    row = soon(title="Tonight", starts_at=now_ms() + HOUR // 2)
    soon(starts_at=now_ms() + 48 * HOUR)
    soon(private=True)
    ann, bob = members(2)
    actions.enter(row.pk, ann)
    page = Browser(ann).text("/rules")
    assert '<b class="badge">1</b>' in page
    timer = re.search(r'id="tournament-timer" href="([^"]+)"[^>]*title="([^"]+)"', page)
    assert timer is not None
    assert timer.groups() == (f"/tournaments/{row.pk}", "Start of Tonight")
    assert re.search(r'id="tournament-timer"[^>]* hidden>', Browser(bob).text("/rules"))
    assert 'id="tournament-timer"' not in Browser().text("/rules")


def slip(member: Member | None = None) -> str:
    """The slip of a tournament, as the front page shows it."""
    shown = {"tournament_slip": Browser(member).get("/rules").context["tournament_slip"]}
    return " ".join(render_to_string("zaria/_tournament_slip.html", shown).split())


def test_a_slip_shows_a_tournament_that_begins_soon() -> None:
    row = soon(title="Tonight", starts_at=now_ms() + HOUR // 2, most=8)
    soon(title="Tomorrow", starts_at=now_ms() + 20 * HOUR)
    ann, bob = members(2)
    actions.enter(row.pk, ann)
    assert f'<a class="slip urgent" href="/tournaments/{row.pk}">' in slip(ann)
    assert "You are taking part" in slip(ann)
    for reader in (bob, None):
        assert f'<a class="slip" href="/tournaments/{row.pk}">' in slip(reader)
        assert "<b> Tonight in 30 min </b> <small> 7 seats are free </small>" in slip(reader)


def test_no_slip_shows_a_tournament_that_is_far_or_full() -> None:
    row = soon(title="Tonight", starts_at=now_ms() + HOUR // 2, least=2, most=2)
    soon(title="Tomorrow", starts_at=now_ms() + 20 * HOUR)
    for member in members(2):
        actions.enter(row.pk, member)
    assert slip() == ""


def test_the_own_list_of_a_running_tournament_speaks_of_others() -> None:
    _row, players = begun(2)
    page = unescape(Browser(players[0]).text("/tournaments/mine"))
    assert "You haven't entered any other tournament." in page


def test_the_head_takes_one_query_of_those_who_are_entered() -> None:
    ann, bob = members(2)
    actions.enter(soon().pk, ann)
    entered, idle, guest = Browser(ann), Browser(bob), Browser()
    idle.get("/rules")
    for browser, number in ((entered, 1), (idle, 0), (guest, 0)):
        with CaptureQueriesContext(connection) as queries:
            browser.get("/rules")
        assert sum("tournaments_" in query["sql"] for query in queries) == number


def test_a_list_is_grouped_by_days_and_draws_the_seats_of_small_tournaments() -> None:
    first = soon(title="First", most=8)
    soon(title="Much later", starts_at=first.starts_at + 48 * HOUR)
    for member in members(3):
        actions.enter(first.pk, member)
    page = Browser().text("/tournaments")
    assert re.findall(r'class="tournament-day"|<b>(First|Much later)</b>', page) == [
        "",
        "First",
        "",
        "Much later",
    ]
    assert page.count('<i class="mark-checker"></i>') == 3
    assert page.count('<i class="mark-checker to-come"></i>') == 5
    assert f'data-at="{first.starts_at}"' in page
