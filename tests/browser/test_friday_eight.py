"""A Friday eight in browsers: members enter for a fee, are called to their matches and play to the end."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from msgspec.structs import replace
from playwright.sync_api import Page, expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_credits import balance
from tests.browser.test_languages import NOTHING, fits
from tests.browser.test_stakes import stake
from tests.support.browser.board_pages import Touch, finger, mouse, play
from tests.support.browser.short_games import SHORT
from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import on_turn
from tests.support.chromium import PHONE, Size, Visits, becomes
from tests.support.club.entrants import connected
from tests.support.club.signed_in_members import SignedIn
from tests.support.club.socket_seat import sit
from tests.support.club.tournament_club import TournamentClub
from tests.support.club.tournament_terms import TABLA
from tests.support.servers import Server
from zaria.club.ledger import queries as ledger
from zaria.club.site.clock import now_ms
from zaria.club.tournaments import actions, history
from zaria.club.tournaments.models import Pairing, Tournament
from zaria.match.terms import ClockTerms, Terms
from zaria.tournaments import commands as cmd

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("friday eight")]

DESKTOP: Size = {"viewport": {"width": 1280, "height": 800}}
MINUTE = 60_000
FEE = 10_00
TITLE = "Friday eight"
GAME = Terms("russian-draughts", clock=ClockTerms(delay=20_000, bank=240_000), rated=True)
WIDTHS = """(button) => {
  const text = document.createRange();
  text.selectNodeContents(button);
  return [text.getBoundingClientRect().width, button.clientWidth];
}"""
"""The widths of a button's text and of its inside."""
MOVED = """() => {
  const board = () => document.querySelector('[data-board] .men')?.innerHTML, before = board();
  new MutationObserver(() => {
    if (board() && board() !== before) document.body.classList.add('moved');
  }).observe(document.body, { childList: true, subtree: true });
}"""
"""Mark the page when another position is drawn, also if the board itself is another one by then."""
ABSENT = 25_000
"""Milliseconds to come to a match: enough for pages on a busy machine."""


@pytest.fixture(scope="module")
def club(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker
) -> Iterator[TournamentClub]:
    """A club of ten members."""
    club = TournamentClub(tmp_path_factory.mktemp("friday"), django_db_blocker, 10)
    yield club
    club.close()


@pytest.fixture
def visit(club: TournamentClub, visits: Callable[[Server], Visits]) -> Visits:
    """Visits to this club."""
    return visits(club.server)


def at(member: SignedIn, visit: Visits, size: Size, path: str) -> Page:
    """A page of a member."""
    browser = visit.visitor(size)
    browser.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": member.session, "url": visit.url}])
    return visit.page(browser, path)


def enter_from_list(page: Page, title: str) -> None:
    """Enter a tournament from the list of the nearest ones."""
    page.goto("/tournaments")
    page.locator(".tournament-line", has_text=title).get_by_role("link", name="Enter").click()
    confirm(page)


def enter_from_page(page: Page, tournament: str) -> None:
    """Enter a tournament from its page."""
    page.goto(f"/tournaments/{tournament}")
    page.locator("#own").get_by_role("link", name="Enter for 10.00").click()
    confirm(page)


def confirm(page: Page) -> None:
    """Say that one wants to enter for the fee."""
    page.get_by_role("button", name="Enter for 10.00").click()


class Evening:
    """A Friday eight at which all members but the onlooker play; `pages` are their pages, by number."""

    def __init__(self, club: TournamentClub, visit: Visits) -> None:
        self.visit = visit
        self.members = club.members[:8]
        start = now_ms() + 15 * MINUTE
        self.id = club.announce(
            "knockout", 0, match=GAME, title=TITLE, fee=FEE, most=8, when_full=True, starts_at=start,
            absent_ms=ABSENT,
        )  # fmt: skip
        self.pages = {
            number: at(member, visit, (DESKTOP, PHONE)[number % 2], "/")
            for number, member in enumerate(self.members)
        }
        self.onlooker = visit("/", size=DESKTOP)
        self.onlooker.goto(f"/tournaments/{self.id}")
        self.onlooker.evaluate("window.stays = true")

    def enter(self, *numbers: int) -> None:
        """Members enter, by turns from the list and from the tournament's page."""
        for number in numbers:
            if number % 4 < 2:
                enter_from_list(self.pages[number], TITLE)
            else:
                enter_from_page(self.pages[number], self.id)

    def come_back(self, number: int, path: str = "/") -> None:
        """A member who has closed their page opens one again."""
        self.pages[number] = self.visit.page(self.pages[number].context, path)

    def called(self, *numbers: int, besides: Collection[str] = ()) -> dict[str, list[Page]]:
        """These members are led to their matches and sit there: their pages by match, light first.

        They come from the matches `besides`, or from other pages.
        """
        table = re.compile("/t/" + "".join(f"(?!{match_id})" for match_id in besides))
        pages_by_match: defaultdict[str, list[Page]] = defaultdict(list)
        for number in numbers:
            page = self.pages[number]
            expect(page).to_have_url(table)
            page.wait_for_selector("html[data-ready]")
            page.wait_for_function("() => zaria.table.you.value !== null")
            pages_by_match[id_of(page)].append(page)
        return {match: sorted(pages, key=side) for match, pages in pages_by_match.items()}

    def decided(self, matches: int) -> None:
        """So many matches, or more, are decided on the page of the onlooker, which stays open."""
        expect(self.onlooker.locator("#bracket .won").nth(matches - 1)).to_be_attached()
        assert self.onlooker.evaluate("window.stays")


def side(page: Page) -> int:
    """The side of the player of a page at its table."""
    return int(page.evaluate("() => zaria.table.you.value"))


def id_of(page: Page) -> str:
    """The id of the match at the table of a page."""
    return page.url.rpartition("/t/")[2].partition("#")[0]


def hand(page: Page) -> Touch:
    """A finger on a phone, a mouse elsewhere."""
    return finger if page.evaluate("() => navigator.maxTouchPoints > 0") else mouse


def give_up(light: Page, dark: Page) -> tuple[Page, Page]:
    """Light makes a move, and dark resigns: the winner, and the loser."""
    play(light, 0, "c3-d4", hand(light))
    dark.wait_for_function("() => zaria.table.view.value.squares.plies === 1")
    resign = dark.locator("[data-do=resign]").locator("visible=true").first
    resign.click()
    resign.click()
    expect(dark.locator("#outcome")).to_have_text("You lost")
    return light, dark


def staked(host: Page, guest: Page) -> tuple[Seat, Seat]:
    """Two begin a match for stakes: the side to act, and the other."""
    host.goto("/new/tabla")
    stake(host, stake="1.00", most="1.00")
    host.locator("button[value=friend]").click()
    guest.goto(host.locator(".link input").input_value())
    seats = Seat(host), Seat(guest)
    for seat in reversed(seats):
        seat.press("#sit")
    for seat in seats:
        seat.wait("theirs", "move", "roll")
    return on_turn(*seats)


@pytest.mark.slow
def test_eight_members_play_a_friday_eight(club: TournamentClub, visit: Visits) -> None:
    evening = Evening(club, visit)
    pages = evening.pages
    evening.enter(*range(7))
    for number, path in ((2, "/"), (3, "/@Player0"), (4, "/tournaments")):
        pages[number].goto(path)
        timer = pages[number].locator("#tournament-timer:not(.join)")
        expect(timer).to_have_text(re.compile(r"\s*1\d:\d\d\s*"))
        balance(pages[number], "990.00", "10.00")
    resigns, wins = staked(pages[0], pages[1])
    for number in (5, 6):
        pages[number].close()

    evening.enter(7)
    evening.called(2, 3, 4, 7)
    for seat in (resigns, wins):
        expect(seat.page.locator(".tournament-call")).to_contain_text("Your tournament match is ready")
        expect(seat.page.locator("#tournament-timer.join")).to_have_text(re.compile(r"\s*0:\d\d\s*"))
    before = id_of(pages[0])
    resigns.resign(1)
    wins.wait("resign")
    wins.press("#accept")
    evening.come_back(5)
    tables = evening.called(0, 1, 2, 3, 4, 5, 7, besides={before})
    ((alone,),) = (pages for pages in tables.values() if len(pages) == 1)
    expect(alone.locator(".name", has_text="Open seat")).to_have_count(0)
    first = [give_up(*pages) for pages in tables.values() if len(pages) == 2]
    evening.decided(3)
    expect(evening.onlooker.locator("[data-part=facts]")).to_contain_text("8 of 8")
    expect(evening.onlooker.locator("[data-part=phase]")).to_have_text("Ongoing")
    expect(evening.onlooker.locator("#own")).to_be_hidden()
    evening.decided(4)
    evening.come_back(6, f"/tournaments/{evening.id}")
    expect(pages[6].locator("#own .absence")).to_contain_text("you didn't show up in time")

    remaining = [alone, *(won for won, _lost in first)]
    numbers = [number for number, page in pages.items() if page in remaining]
    tables = evening.called(*numbers, besides=tables)
    second = [give_up(*pages) for pages in tables.values()]
    evening.decided(6)
    numbers = [number for number, page in pages.items() if page in [won for won, _lost in second]]
    (final,) = evening.called(*numbers, besides=tables).values()
    moves = SHORT[GAME.game].moves.split()
    for ply, move in enumerate(moves):
        play(final[ply % 2], ply, move, hand(final[ply % 2]))
    winner, loser = final[1], final[0]
    expect(winner.locator("#outcome")).to_have_text(f"You won {TITLE}!")
    expect(winner.locator("#standing")).to_contain_text("Place 1")
    expect(winner.locator("#standing")).to_contain_text("80.00")
    expect(winner.locator(".result-podium li")).to_have_count(3)
    expect(loser.locator("#standing")).to_contain_text("Place 2")
    evening.decided(7)
    expect(evening.onlooker.locator("#winners .place-1")).to_contain_text("80.00")
    expect(evening.onlooker.locator("[data-part=phase]")).to_have_text("Completed")

    winner.set_viewport_size({"width": 1024, "height": 768})  # here the sheet beside the board is narrowest
    way = winner.locator("#tournament")
    assert way.evaluate(WIDTHS)[0] <= way.evaluate(WIDTHS)[1]
    way.click()
    expect(winner.locator("#own h2")).to_have_text("You have won the tournament")
    expect(winner.locator("#own")).to_contain_text("Your prize: 80.00")
    loser.locator("#tournament").click()
    expect(loser.locator("#own h2")).to_have_text("Your final place: 2")

    expected = dict.fromkeys(pages.values(), 990_00)
    expected[winner] += 8 * FEE
    expected[wins.page] += 90
    expected[resigns.page] -= 1_00
    balances = club.ask_now(lambda: [ledger.balance(member.player.id) for member in evening.members])
    assert [(account.available, account.held) for account in balances] == [
        (amount, 0) for amount in expected.values()
    ]


@pytest.mark.slow
def test_the_fee_of_a_cancelled_tournament_comes_back(club: TournamentClub, visit: Visits) -> None:
    start = now_ms() + 60 * MINUTE
    tournament = club.announce("knockout", 0, title="Evening of the café", least=4, fee=FEE, starts_at=start)
    phone = at(club.members[8], visit, PHONE, "/")
    desktop = at(club.members[9], visit, DESKTOP, "/")
    enter_from_list(phone, "Evening of the café")
    enter_from_page(desktop, tournament)
    for page in (phone, desktop):
        expect(page.locator("#own h2")).to_have_text("You are taking part")
        balance(page, "990.00", "10.00")
    phone.goto("/rules")
    expect(phone.locator("#tournament-timer")).to_be_visible()

    club.ask_now(start_in_a_moment, tournament)
    expect(desktop.locator("#own")).to_contain_text("The tournament was cancelled")
    expect(desktop.locator("#own")).to_contain_text("Your entry fee has been returned.")
    expect(desktop.locator("#chronology")).to_contain_text("too few")
    expect(desktop.locator("[data-part=phase]")).to_have_text("Cancelled")
    expect(phone.locator("#tournament-timer")).to_be_hidden()
    for page in (phone, desktop):
        balance(page, "1,000.00", "0.00")
        page.goto("/tournaments?list=cancelled")
        expect(page.locator(".tournament-line")).to_contain_text("Evening of the café")
        expect(page.locator(".tournament-line")).not_to_contain_text("You are taking part")
    fits(phone, small=NOTHING)
    phone.goto("/notices")
    expect(phone.locator("main li.unread").first).to_contain_text("too few players entered")
    fits(phone, small=NOTHING)


def start_in_a_moment(tournament: str) -> None:
    """Let a tournament begin in a second."""
    terms = history.state(Tournament.objects.get(pk=tournament)).terms
    edit = cmd.Edit(replace(terms, starts_at=now_ms() + 1000), "director", "Everybody is here")
    actions.execute(tournament, edit)


def test_a_page_that_is_written_on_is_not_left_for_a_match(club: TournamentClub, visit: Visits) -> None:
    writer = at(club.members[0], visit, PHONE, "/tournaments/new?as=own")
    writer.locator("input[name=title]").press_sequentially("Evening of")
    careful = at(club.members[1], visit, DESKTOP, "/me/limits")
    addresses = (writer.url, careful.url)
    club.announce("knockout", 2, match=replace(TABLA, length=1))
    for page, address in zip((writer, careful), addresses, strict=True):
        line = page.locator("#mine .called")
        expect(line).to_contain_text("Your tournament match is ready")
        expect(line.locator("time")).to_have_text(re.compile(r"^\d:\d\d$"))
        assert page.url == address
    writer.goto("/rules")  # nothing is written there
    expect(writer).to_have_url(re.compile("/t/"))
    # A tab that nobody looks at opens the match, but sits down with the first touch only.
    careful.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    careful.goto(writer.url)
    careful.wait_for_selector("html[data-ready]")
    expect(careful.locator(".pane #sit")).to_be_visible()
    assert careful.evaluate("zaria.table.you.value") is None
    careful.keyboard.press("Shift")
    becomes(careful, "() => zaria.table.you.value !== null", True)


@pytest.mark.slow
def test_an_onlooker_sees_the_board_that_is_played_on(club: TournamentClub, visit: Visits) -> None:
    tournament = club.announce("knockout", 2, match=replace(TABLA, length=1))
    beside = ThreadPoolExecutor(1)  # Playwright has this thread's event loop
    match_id = beside.submit(asyncio.run, take_seats(club, tournament)).result()
    page = visit(f"/tournaments/{tournament}", size=PHONE)
    board = page.locator(f'[data-board="{match_id}"]')
    expect(board.locator(".men > :is(.mb-l, .mb-d)")).to_have_count(2)
    expect(board.locator(".turn")).to_have_count(1)
    fits(page, small=NOTHING)
    player = at(club.members[0], visit, DESKTOP, f"/tournaments/{tournament}")
    expect(player.locator("[data-board] .mini")).to_be_hidden()

    page.evaluate(MOVED)
    beside.submit(asyncio.run, finish(club, tournament, match_id)).result()
    expect(page.locator("body.moved")).to_have_count(1)
    expect(page.locator("#winners")).to_be_visible()
    expect(page.locator("[data-board]")).to_have_count(0)
    beside.shutdown()


@pytest.mark.slow
def test_the_sheet_counts_down_to_the_next_match_and_two_who_are_ready_begin_it(
    club: TournamentClub, visit: Visits
) -> None:
    tournament = club.announce("knockout", 4, match=GAME, pause_ms=10 * MINUTE, absent_ms=ABSENT)
    beside = ThreadPoolExecutor(1)
    opened = Pairing.objects.filter(tournament=tournament, opened_at__isnull=False)
    beside.submit(asyncio.run, club.until(lambda: opened.count() == 2)).result()
    first, second = club.ask_now(lambda: list(opened.order_by("place")))
    decide = cmd.Forfeit(1, second.place, second.player1, "director", "Did not come")
    club.ask_now(actions.execute, tournament, decide)
    members = {member.player.id: member for member in club.members}
    pages = [at(members[player], visit, PHONE, "/") for player in (first.player0, first.player1)]
    for page in pages:
        page.goto(f"/t/{first.match_id}")
        page.wait_for_function("() => zaria.table.you.value !== null")
    winner, loser = give_up(*sorted(pages, key=side))
    expect(winner.locator("#next-match")).to_have_text(re.compile(r"Next match in \d:\d\d"))
    expect(loser.locator("#next-match")).to_have_count(0)
    elsewhere = at(members[second.player0], visit, PHONE, "/rules")
    timer = elsewhere.locator("#tournament-timer.next")
    expect(timer).to_have_text(re.compile(r"\d:\d\d"))
    expect(timer).to_have_attribute("title", "Your next match: Friday eight")
    winner.locator("#ready").tap()
    expect(winner.locator(".pane")).to_contain_text("Your opponent can see this.")
    club.ask_now(actions.say_ready, tournament, second.player0)
    for page in (winner, elsewhere):
        expect(page).to_have_url(re.compile(f"/t/(?!{first.match_id})"))
    beside.shutdown()


async def take_seats(club: TournamentClub, tournament: str) -> str:
    """Let both players of a tournament sit down at the table of their match; returns its id."""
    opened = Pairing.objects.filter(tournament_id=tournament, opened_at__isnull=False)
    await club.until(opened.exists)
    pairing = await club.ask(opened.get)
    for member in club.members[:2]:
        await sit(
            club.server, await asyncio.to_thread(member.visit, club.server.url), f"/t/{pairing.match_id}"
        )
    return str(pairing.match_id)


async def finish(club: TournamentClub, tournament: str, match_id: str) -> None:
    """Play a match to its end, and with it the tournament."""
    async with connected(club.server.url, await asyncio.to_thread(club.cookies, 2)) as entrants:
        for entrant in entrants:
            entrant.match = match_id
        await club.ended(tournament)
