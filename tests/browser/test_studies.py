"""Studies in a browser: writers play acts by keys, and see each other's."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.servers import Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]

Visit = Callable[..., Page]


def created(server: Server, game: str, **fields: str) -> tuple[Somebody, str]:
    """A member with a new study; its address."""
    ada = Somebody(server.url).join()
    form = {"title": "Openings", "visibility": "unlisted", "game": game, **fields}
    return ada, ada.fill("/studies/new", **form).headers["Location"]


def opened(visits: Visits, member: Somebody, path: str, **options: Any) -> Page:
    """The page of a study before a writer."""
    visitor = visits.visitor(**options)
    visitor.add_cookies(
        [{"name": name, "value": value, "url": visits.url} for name, value in member.cookies.items()]
    )
    page = visits.page(visitor, path)
    expect(page.locator("#study-bar")).to_be_visible()
    return page


def press(page: Page, *places: int) -> None:
    for place in places:
        page.locator(f"#board .keys [data-at='{place}']").press("Enter")


def square(name: str) -> int:
    return (8 - int(name[1])) * 8 + ord(name[0]) - ord("a")


def move(page: Page, start: str, end: str, text: str) -> None:
    """Move a chess piece; wait for the move in the list."""
    expect(page.locator("#study-bar")).to_have_attribute("aria-busy", "false")
    expect(page.locator("#study-said")).to_have_text("Move a piece to add a move.")
    press(page, square(start), square(end))
    expect(page.locator("#moves [aria-current]")).to_have_text(text)


def test_a_turn_is_rolled_played_explained_and_drawn_on_a_phone(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    ada, path = created(shelved, "backgammon")
    page = opened(visits(shelved), ada, path, size=PHONE)
    page.get_by_label("First die: 3").click()
    page.get_by_label("Second die: 1").click()
    expect(page.locator("#moves")).to_contain_text("3-1")
    expect(page.get_by_role("button", name="Add the turn")).to_be_disabled()
    press(page, 8, 5, 6, 5)
    page.get_by_role("button", name="Add the turn").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("8/5 6/5")
    page.get_by_label("Comment").fill("The five point")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#moves .comment")).to_have_text("The five point")
    page.get_by_role("button", name="Draw arrows").click()
    press(page, 8, 5)
    expect(page.locator("#moves .drawn")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]


def test_two_writers_see_each_others_variations(visits: Callable[[Server], Visits], shelved: Server) -> None:
    ada, path = created(shelved, "chess")
    bob = Somebody(shelved.url).join()
    form = ada.get(f"{path}/settings")
    assert ada.fill(f"{path}/people", form, login=bob.login, role="writer").status == 302
    to = visits(shelved)
    pages = [opened(to, member, path) for member in (ada, bob)]
    move(pages[0], "e2", "e4", "e4")
    expect(pages[1].locator("#moves")).to_contain_text("e4")
    move(pages[1], "d2", "d4", "d4")
    expect(pages[0].locator("#moves .variation")).to_contain_text("d4")
    pages[0].evaluate("document.activeElement.blur()")
    pages[0].keyboard.press("ArrowDown")
    expect(pages[0].locator("#moves [aria-current]")).to_have_text("d4")
    pages[0].get_by_role("button", name="Main line").click()
    expect(pages[1].locator("#moves .variation")).to_contain_text("e4")
    pages[0].get_by_role("button", name="Delete from here").click()
    pages[0].get_by_role("button", name="Delete 1 move?").click()
    expect(pages[1].locator("#moves")).not_to_contain_text("d4")


def test_a_reader_follows_the_leader_until_they_step_by_themselves(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    ada, path = created(shelved, "chess")
    to = visits(shelved)
    leader = opened(to, ada, path)
    move(leader, "e2", "e4", "e4")
    reader = to.page(to.visitor(), path)
    leader.get_by_role("button", name="Lead the others").click()
    expect(reader.get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "true")
    expect(reader.locator("#moves [aria-current]")).to_have_text("e4")
    move(leader, "e7", "e5", "e5")
    expect(reader.locator("#moves [aria-current]")).to_have_text("e5")
    reader.keyboard.press("Home")
    expect(reader.get_by_role("button", name="Follow")).to_have_attribute("aria-pressed", "false")
    reader.get_by_role("button", name="Follow").click()
    expect(reader.locator("#moves [aria-current]")).to_have_text("e5")
    leader.get_by_role("button", name="Lead the others").click()
    expect(reader.get_by_role("button", name="Follow")).to_be_hidden()


def announced_looks(page: Page) -> list[bool]:
    """For each look of a page at its study whether the socket announced a change; it grows."""
    looks: list[bool] = []

    def note(request: Request) -> None:
        if "line.json" in request.url:
            looks.append("revision=" in request.url)

    page.on("request", note)
    return looks


def test_a_page_hears_of_changes_and_after_a_restart_too(
    visits: Callable[[Server], Visits], server: Server
) -> None:
    ada, path = created(server, "chess")
    to = visits(server)
    for expected in ("net::ERR_", "WebSocket connection to"):
        to.forgive(expected)
    writer, reader = opened(to, ada, path), to.page(to.visitor(), path)
    looks = announced_looks(reader)
    for start, end in (("e2", "e4"), ("e7", "e5")):  # the first may come with the look at the start
        move(writer, start, end, end)
        expect(reader.locator("#moves")).to_contain_text(end)
    assert True in looks
    server.stop()
    server.restart()
    move(writer, "d2", "d4", "d4")
    expect(reader.locator("#moves")).to_contain_text("d4")


NOTE_ANSWERS = """() => {
  const plainFetch = window.fetch;
  window.wholeLists = [];
  window.fetch = async (address, options) => {
    const answer = await plainFetch(address, options);
    if (address.includes('held=') && answer.status === 200)
      window.wholeLists.push('list' in (await answer.clone().json()));
    return answer;
  };
}"""
"""Notes for each answer about a line whether it has the whole list."""
SAME_LIST = """(html) => {
  const whole = document.createElement('div');
  whole.innerHTML = html;
  const [shown, expected] = [document.getElementById('moves'), whole].map((list) =>
    list.innerHTML.trim().replaceAll(' aria-current="true"', ''));
  return shown === expected;
}"""
"""True if the list that was edited is the one that the server draws."""


def test_a_list_that_is_edited_is_the_list_as_a_whole(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    ada, study = created(shelved, "chess")
    path = ada.get(study).text.split('data-change="')[1].split("/change")[0]
    to = visits(shelved)
    reader = to.page(to.visitor(), study)
    reader.evaluate(NOTE_ANSWERS)
    acts = [(0, "e2e4"), (0, "d2d4"), (1, "e7e5"), (3, "g1f3"), (2, "d7d5"), (3, "f1c4"), (1, "c7c5")]
    operations: list[dict[str, Any]] = [{"do": "add", "node": node, "act": act} for node, act in acts]
    operations += [
        {"do": "comment", "node": 1, "text": "King's pawn", "before": ""},
        {"do": "sign", "node": 4, "sign": "!?"},
        {"do": "shapes", "node": 6, "shapes": [{"start": "c4", "end": "f7"}], "before": []},
        {"do": "delete", "node": 7, "count": 1},
        {"do": "comment", "node": 1, "text": "", "before": "King's pawn"},
        {"do": "delete", "node": 5, "count": 1},
        {"do": "promote", "node": 6},
        {"do": "add", "node": 6, "act": "g8f6"},
        {"do": "delete", "node": 1, "count": 6},
    ]
    form = ada.get(study)
    for operation in operations:
        assert ada.fill(f"{path}/change", form, operation=json.dumps(operation)).status == 200
        whole = json.loads(ada.get(f"{path}/line.json?node=0").text)
        reader.wait_for_function(SAME_LIST, arg=whole["list"])
    whole_lists = reader.evaluate("window.wholeLists")
    assert len(whole_lists) >= len(operations) - 1
    assert whole_lists.count(True) <= 2  # another main line, twice


def test_a_page_without_the_socket_asks(visits: Callable[[Server], Visits], shelved: Server) -> None:
    ada, path = created(shelved, "chess")
    to = visits(shelved)
    visitor = to.visitor()
    visitor.route_web_socket("**/ws*", lambda socket: socket.close())
    reader = to.page(visitor, path)
    looks = announced_looks(reader)
    move(opened(to, ada, path), "e2", "e4", "e4")
    expect(reader.locator("#moves")).to_contain_text("e4")
    assert True not in looks


def test_chapters_are_put_in_order_by_keyboard(visits: Callable[[Server], Visits], shelved: Server) -> None:
    ada, path = created(shelved, "chess")
    for title in ("Second", "Third"):
        last = ada.fill(f"{path}/chapters", chapter=title, game="chess").headers["Location"]
    page = opened(visits(shelved), ada, last)
    titles = page.locator(".study-chapters li")
    page.locator(".study-chapters summary").press("Enter")
    up = page.get_by_role("button", name="Up", exact=True)
    up.focus()
    for order in (["Chapter 1", "Third", "Second"], ["Third", "Chapter 1", "Second"]):
        page.keyboard.press("Enter")
        expect(titles).to_have_text(order)
        expect(up).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(titles).to_have_text(["Chapter 1", "Third", "Second"])
    expect(page.get_by_role("button", name="Down", exact=True)).to_be_focused()


def test_a_page_whose_chapter_was_deleted_shows_another(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    ada, path = created(shelved, "chess")
    second = ada.fill(f"{path}/chapters", chapter="Second", game="chess").headers["Location"]
    to = visits(shelved)
    reader = to.page(to.visitor(), second)
    ada.post(f"{second}/edit", act="delete")
    expect(reader.locator("#chapter-title")).to_have_text("Chapter 1")
