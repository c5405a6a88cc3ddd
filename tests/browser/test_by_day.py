"""Tables by the day in a browser: the list, the way from one to the next, the last moves, a note."""

from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django import DjangoDbBlocker

from tests.browser.test_languages import NOTHING, fits
from tests.browser.test_worker import CONTROLLED
from tests.support.browser.table_page import Seat
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, Size, Visits, becomes
from tests.support.club.by_day_club import DayClub, DayMatch, day_terms
from tests.support.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("tables by day")]
"""In one process, because of its club. Each test that acts has tables of its own."""

GAMES = (("tabla", 1, 6), ("backgammon", 5, 9), ("long-nardy", 2, 7), ("tapa", 3, 8))
"""The games of a pair, each with the days of a turn and the turns that were played."""
READERS, PLAYERS, TWO_TABS, AHEAD = range(4)
"""Pairs of members. All tables of the readers wait for the second of them, and no test plays there."""
EXPECTED = """async (address) => {
  for (let looks = 0; looks < 1000 && expected?.url !== address; looks += 1)
    await new Promise((done) => setTimeout(done, 10));
  return expected?.url;
}"""
"""The page that the worker has fetched in advance, once it is that of an address."""
AGAIN = """([address, roll]) => {
  if (location.href !== address) return 'elsewhere';
  const { busy, latest, waiting, you } = zaria.table, { to_act, roll_no } = latest.value;
  return to_act === you.value && roll_no > roll && !busy.value && !waiting.value && 'again';
}"""
"""After a turn: whether another page opens, or one's next turn at this table begins."""
WAITS_FOR = {READERS: (1, 1, 1, 1), PLAYERS: (0, 0, 1, 0), TWO_TABS: (1, 1, 1, 1), AHEAD: (0, 0, 0, 0)}
"""By pair: the sides for which its tables wait."""
MATCHES = [
    DayMatch(day_terms(game, days), turns, side, pair)
    for pair, sides in WAITS_FOR.items()
    for (game, days, turns), side in zip(GAMES, sides, strict=True)
]
HANDS_ON = {"speed": 0, "sound": False, "roll": False, "done": False, "forced": False}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[DayClub]:
    """A club with four pairs of members, and four matches of each pair."""
    with django_db_blocker.unblock():
        club = DayClub(tmp_path_factory.mktemp("by_day") / "club", MATCHES)
    yield club
    club.server.stop()


@pytest.fixture
def day_visits(visits: Callable[[Server], Visits], club: DayClub) -> Visits:
    """Visits to it."""
    return visits(club.server)


def tables(club: DayClub, pair: int) -> list[str]:
    """The matches of a pair, in the order of `GAMES`."""
    return club.matches[len(GAMES) * pair :][: len(GAMES)]


def play_until_left(page: Page, address: str) -> None:
    """Play one's turns until another page opens: an opponent who is shut out passes by themselves."""
    is_here = True
    while is_here:
        seat = Seat(page)
        roll = seat.state()["roll"]
        seat.play_steps()
        seat.press("#done")
        is_here = page.wait_for_function(AGAIN, arg=[address, roll]).json_value() == "again"


def signed_in(
    club: DayClub, visits: Visits, pair: int, number: int = 1, size: Size = PHONE, workers: bool = False
) -> BrowserContext:
    """The browser of a member of a pair, the first (0) or the second."""
    who = visits.visitor(size, HANDS_ON, workers=workers)
    name, session = settings.SESSION_COOKIE_NAME, club.players[2 * pair + number].session
    who.add_cookies([{"name": name, "value": session, "url": visits.url}])
    return who


def test_from_one_table_to_the_next_and_to_the_list(club: DayClub, day_visits: Visits) -> None:
    page = day_visits.page(signed_in(club, day_visits, PLAYERS, 0), "/rules")
    opponent = day_visits.page(signed_in(club, day_visits, PLAYERS), "/rules")
    own_turns = page.locator("a[data-waiting] .badge")
    expect(own_turns).to_have_text("3")
    expect(opponent.locator("a[data-waiting] .badge")).to_have_text("1")
    page.locator("a[data-waiting]").tap()
    first, second, third = (f"{day_visits.url}/t/{tables(club, PLAYERS)[number]}" for number in (0, 3, 1))
    for address, following, waiting in ((first, second, "2"), (second, third, "3"), (third, None, "4")):
        expect(page).to_have_url(address)
        if following:
            play_until_left(page, address)
            expect(page).to_have_url(following)
        else:
            seat = Seat(page)
            seat.play_steps()
            seat.press("#done")
        expect(opponent.locator("a[data-waiting] .badge")).to_have_text(waiting)
    expect(page.locator("#next-move")).to_be_hidden()
    page.goto("/next")
    expect(page).to_have_url(f"{day_visits.url}/me/waiting?done=yes")
    expect(page.locator("h1 + p")).to_have_text("No other table waits for your move.")
    expect(page.locator("a[data-waiting]")).to_be_hidden()


def test_the_clocks_show_days_and_hours(club: DayClub, day_visits: Visits) -> None:
    page = day_visits.page(signed_in(club, day_visits, READERS, 0), f"/t/{tables(club, READERS)[1]}")
    for text in ("5 d", "4 d\u00a023 h"):  # of the side that does not run, and of the other
        expect(page.locator("[role=timer]").get_by_text(text, exact=True)).to_have_count(1)
    page.keyboard.press("c")
    expect(page.locator("#live")).to_contain_text("4 d\u00a023 h")


def test_the_moves_since_the_last_look_are_played_once(club: DayClub, day_visits: Visits) -> None:
    table = tables(club, READERS)[2]
    page = day_visits.page(signed_in(club, day_visits, READERS), f"/t/{table}")
    page.wait_for_function("() => zaria.table.past.value !== null")
    first = page.evaluate("() => [zaria.table.past.value.number, zaria.table.log.value.length]")
    own_line = "({ you, log }) => [you.value, log.value.findLastIndex((line) => line.side === you.value)]"
    side, last_own = page.evaluate(f"() => ({own_line})(zaria.table)")
    assert side == 1
    assert last_own < first[0] < first[1]
    page.wait_for_function("() => zaria.table.past.value === null")
    page.goto("/rules")
    seen = page.evaluate("id => JSON.parse(localStorage['zaria:seen'])[id]", table)
    assert seen[1] == first[1], "all of them were shown"


def test_a_tab_that_is_hidden_before_the_moves_begin_has_shown_none(
    club: DayClub, day_visits: Visits
) -> None:
    table = tables(club, READERS)[2]
    who = signed_in(club, day_visits, READERS)
    late = "**/shell/past.*js"
    who.route(late, lambda route: None)  # as on a slow line
    page = day_visits.page(who, f"/t/{table}")
    page.wait_for_function("() => zaria.table.log.value.length > 0")
    with page.expect_request(late):
        page.reload()
    page.goto("/rules")
    assert page.evaluate("id => JSON.parse(localStorage['zaria:seen'] ?? '{}')[id] ?? null", table) is None


def test_a_touch_ends_the_moves(club: DayClub, day_visits: Visits) -> None:
    page = day_visits.page(signed_in(club, day_visits, READERS), f"/t/{tables(club, READERS)[2]}")
    page.wait_for_function("() => zaria.table.past.value !== null")
    page.locator("#opp").tap()
    page.wait_for_function("() => zaria.table.past.value === null")


def test_a_note_is_saved_beside_the_board(club: DayClub, day_visits: Visits) -> None:
    table = f"/t/{tables(club, READERS)[1]}"
    who = signed_in(club, day_visits, READERS)
    page = day_visits.page(who, table)
    expect(page.locator("#next-move .badge")).to_have_text("3")
    for text in ("Watch the seven point.", "Watch the five point."):
        page.locator("[popovertarget=by-day]").tap()
        page.locator("#by-day textarea").fill(text)
        page.locator("#by-day-note button").tap()
        expect(page.locator(".by-day-saved")).to_have_text("Your note is saved.")
        page.keyboard.press("Escape")
    page.reload()
    expect(page.locator("#by-day textarea")).to_have_value("Watch the five point.")
    page.locator("[popovertarget=by-day]").tap()
    page.locator("#by-day [name=skip]").tap()
    expect(page).not_to_have_url(f"{day_visits.url}{table}")


def test_the_key_n_opens_the_next_table(club: DayClub, day_visits: Visits) -> None:
    page = day_visits.page(
        signed_in(club, day_visits, READERS, size=DESKTOP), f"/t/{tables(club, READERS)[0]}"
    )
    link = page.locator("#next-move")
    expect(link).to_be_visible()
    page.locator("[popovertarget=by-day]").click()
    page.locator("#by-day textarea").press("n")
    expect(page.locator("#by-day textarea")).to_have_value("n")
    page.locator("#by-day textarea").press("Backspace")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page).not_to_have_url(f"{day_visits.url}/t/{tables(club, READERS)[0]}")


def test_the_worker_has_the_next_page(club: DayClub, day_visits: Visits) -> None:
    who = signed_in(club, day_visits, AHEAD, 0, workers=True)
    first, following = (f"/t/{tables(club, AHEAD)[number]}" for number in (3, 0))
    page = day_visits.page(who, first)
    becomes(page, CONTROLLED, "activated")
    (worker,) = who.service_workers
    page.reload()
    seat, address = Seat(page), day_visits.url + following
    assert worker.evaluate(EXPECTED, address) == address
    seat.play_steps()
    worker.evaluate("() => { expected.response = Promise.resolve(new Response('From the worker')); }")
    seat.press("#done")
    expect(page).to_have_url(address)
    expect(page.locator("body")).to_have_text("From the worker")
    page.reload()
    Seat(page)


@pytest.mark.parametrize("language", by_day(("el",), ("en", "bg", "ru", "ro", "el", "tr")))
def test_the_list_fits_a_phone(club: DayClub, day_visits: Visits, language: str) -> None:
    who = signed_in(club, day_visits, READERS, size={**PHONE, "viewport": {"width": 360, "height": 740}})
    who.add_cookies([{"name": "zaria_language", "value": language, "url": day_visits.url}])
    page = day_visits.page(who, "/me/waiting")
    expect(page.locator(".waiting-list li")).to_have_count(4)
    fits(page, small=NOTHING)
    page.goto(f"/t/{tables(club, READERS)[1]}")
    page.wait_for_selector("#next-move:not([hidden])")
    title = page.locator(".title.phone")
    assert title.evaluate("title => title.scrollWidth <= title.clientWidth"), "the game's name is whole"
    page.locator("[popovertarget=by-day]").tap()
    fits(page, small=NOTHING)


def test_a_turn_that_another_tab_plays_leaves_this_one_here(club: DayClub, day_visits: Visits) -> None:
    who, address = signed_in(club, day_visits, TWO_TABS), f"{day_visits.url}/t/{tables(club, TWO_TABS)[2]}"
    acting = day_visits.page(who, address)
    acting.wait_for_function("() => zaria.table.past.value !== null")
    acting.locator("#opp").tap()
    acting.wait_for_function("() => zaria.table.past.value === null")
    acting.goto("/rules")
    onlooking = day_visits.page(who, address)
    acting.goto(address)
    seat = Seat(acting)
    seat.play_steps()
    seat.press("#done")
    expect(acting).not_to_have_url(address)
    onlooking.wait_for_function("() => zaria.table.view.value.to_act === 0 && !zaria.table.busy.value")
    status = onlooking.evaluate("async () => (await fetch('/next/table')).status")
    assert (status, onlooking.url) == (200, address), "a page that leaves would not answer"


def test_the_key_n_leaves_no_half_played_turn(club: DayClub, day_visits: Visits) -> None:
    address = f"{day_visits.url}/t/{tables(club, READERS)[3]}"
    page = day_visits.page(signed_in(club, day_visits, READERS, size=DESKTOP), address)
    expect(page.locator("#next-move")).to_be_visible()
    seat = Seat(page)
    seat.play_steps()
    assert page.evaluate("zaria.table.unsent")
    page.keyboard.press("n")
    page.locator("[popovertarget=by-day]").click()
    page.locator("#by-day textarea").fill("Not saved yet")
    page.keyboard.press("Escape")
    while page.evaluate("zaria.table.unsent"):
        seat.press("#undo")
    page.keyboard.press("n")
    expect(page).to_have_url(address)
    page.locator("[popovertarget=by-day]").click()
    page.locator("#by-day-note button").click()
    expect(page.locator(".by-day-saved")).to_have_text("Your note is saved.")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page).not_to_have_url(address)


def test_a_vacation_stands_beside_the_clock_of_the_opponent(club: DayClub, day_visits: Visits) -> None:
    who = signed_in(club, day_visits, READERS, size={**PHONE, "viewport": {"width": 360, "height": 740}})
    text = "on vacation until 30 September"
    who.route(
        "**/next/table?*", lambda route: route.fulfill(json={"path": None, "waits": 1, "vacation": text})
    )
    page = day_visits.page(who, f"/t/{tables(club, READERS)[1]}")
    expect(page.locator("#opp .on-vacation")).to_have_text(text)
    expect(page.locator("#me .on-vacation")).to_have_count(0)
    fits(page, small=NOTHING)
