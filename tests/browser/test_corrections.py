"""A director corrects a quarter-final of a knock-out on a phone, after a semi-final was played."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import transaction
from playwright.sync_api import expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_friday_eight import at
from tests.browser.test_languages import NOTHING, every, fits
from tests.support.browser.journeys import Taps
from tests.support.chromium import PHONE, Visits
from tests.support.club.tournament_club import TournamentClub
from tests.support.club.tournament_play import FIRST, waiting
from tests.support.club.tournament_terms import terms
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.site.clock import HOUR_MS
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Tournament
from zaria.club.tournaments.runner import progress

pytestmark = pytest.mark.browser


@pytest.fixture
def club(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[TournamentClub]:
    """A club of nine members."""
    club = TournamentClub(tmp_path, django_db_blocker, 9)
    yield club
    club.close()


@pytest.fixture
def visit(club: TournamentClub, visits: Callable[[Server], Visits]) -> Visits:
    """Visits to this club."""
    return visits(club.server)


@transaction.atomic
def in_semi_finals(director: str) -> tuple[str, list[str], str]:
    """A knock-out of eight with a decided semi-final: its id, the names of a quarter-final and of that."""
    row = actions.create(
        terms(private=True, pause_ms=HOUR_MS, absent_ms=HOUR_MS, title="Friday eight"), director
    )
    for member in Member.objects.exclude(player=director).order_by("pk")[:8]:
        actions.enter(row.pk, member)
    row = actions.begin_once(row.pk)
    for pairing in waiting(row):
        progress.report(pairing, FIRST)
    semi_final = waiting(row)[0]
    progress.mark_opened([str(semi_final.match_id)])
    progress.report(semi_final, FIRST)
    state = history.state(Tournament.objects.get(pk=row.pk))
    names = dict(Member.objects.values_list("player", "username"))
    pair = " – ".join(names[str(player)] for player in state.current[0].players)
    return row.pk, [names[str(player)] for player in state.field.rounds[0][0].players], pair


@pytest.mark.slow
def test_a_director_corrects_a_quarter_final_on_a_phone(club: TournamentClub, visit: Visits) -> None:
    boss = club.members[-1]
    tournament, (won, lost), semi_final = club.ask_now(in_semi_finals, boss.player.id)
    page = f"/tournaments/{tournament}/director"
    phone = at(boss, visit, PHONE, page)
    for _ in every(phone, ("el", "en"), page, f"{page}?round=1"):
        fits(phone)
    phone.goto(page)
    taps = Taps(phone)
    phone.get_by_role("link", name="Quarter-finals").tap()
    phone.get_by_role("link", name=f"Correct {won} – {lost}").tap()
    expect(phone.locator("h1")).to_have_text("Correct a result")
    phone.locator(".pick-row", has_text=f"{lost} wins").first.tap()
    follows = phone.locator(".follows ul:visible")
    expect(follows).to_contain_text(f"Deleted: Semi-finals: {semi_final}")
    fits(phone)
    phone.get_by_label("Reason", exact=True).fill("The score was typed wrong")
    visit.forgive("422")
    phone.get_by_role("button", name=f"Correct: {lost} wins").tap()
    warning = phone.get_by_role("alert")
    expect(warning).to_contain_text(f"Semi-finals: {semi_final}")
    fits(phone)
    phone.get_by_label("Yes, delete these matches.").check()
    phone.get_by_role("button", name=f"Correct: {lost} wins").tap()
    expect(phone.locator(".page-message.success")).to_contain_text("Done.")
    expect(phone.locator("#meetings")).to_contain_text(f"{lost} won")
    taps.check_journey("correct a quarter-final on a phone")
    phone.goto(f"/tournaments/{tournament}")
    expect(phone.locator("#chronology")).to_contain_text(f"{lost} won against {won}. Deleted: {semi_final}")
    fits(phone, small=NOTHING)

    phone.goto(page)
    taps = Taps(phone)
    phone.get_by_role("link", name=re.compile("^Decide ")).first.tap()
    phone.locator(".pick-row", has_text="wins").first.tap()
    phone.get_by_role("button", name="Didn't show up").tap()
    phone.locator(".form-bar button.pri").tap()
    expect(phone.locator(".page-message.success")).to_contain_text("Done.")
    taps.check_journey("decide a no-show")
