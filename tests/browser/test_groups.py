"""A class of twelve in a browser: the teacher opens a group, pupils come in and do homework."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Page, expect

from tests.support.chromium import PHONE, Visits
from tests.support.club.member_client import Somebody
from tests.support.club.site_tour import new_group
from tests.support.http_client import Visitor
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.club.learn.progress import board_counts

pytestmark = [pytest.mark.browser]

CHILDREN = ("Ani", "Boris", "Vera", "Gergana", "Dimo", "Elena", "Zhana", "Ivan", "Kalin", "Lili")
"""Ten pupils with cards; two members join by the code of the group."""


def opened(to: Visits, member: Visitor, path: str) -> Page:
    """A page before a member on a phone."""
    visitor = to.visitor(size=PHONE)
    visitor.add_cookies(
        [{"name": name, "value": value, "url": to.url} for name, value in member.cookies.items()]
    )
    return to.page(visitor, path)


def solve_lesson(pupil: Visitor, path: str) -> None:
    """Solve all boards of the lesson, as its page reports them, and see the homework done."""
    form = pupil.get(path)
    fields = {"csrfmiddlewaretoken": form.token, "boards": str(board_counts()["tabla"])}
    headers = {"Referer": f"{pupil.url}/learn/tabla"}
    assert pupil.send("POST", "/learn/tabla/solved", data=fields, headers=headers).status < 300
    assert "Well played!" in pupil.get(path).text


def has_no_overflow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def enter(server: Server, code: str) -> Visitor:
    """A pupil who signs in with a card at a device of their own."""
    pupil = Visitor(server.url)
    form = pupil.get("/groups/join")
    fields = {"csrfmiddlewaretoken": form.token, "code": code}
    answer = pupil.send("POST", "/groups/join", data=fields, headers={"Referer": f"{server.url}/groups/join"})
    assert answer.status == 302, answer.text
    return pupil


def test_pupils_at_a_table_have_ready_phrases(visits: Callable[[Server], Visits], server: Server) -> None:
    ada, to = Somebody(server.url).join(), visits(server)
    path = new_group(ada)["group"]
    cards = re.findall(r"<output>([A-Z-]{11})</output>", ada.get(f"{path}/cards").text)
    child = enter(server, cards[0])
    table = ada.set_table(opponent="friend", game="chess", rated="no")
    opened(to, ada, table)
    page = opened(to, child, table)
    page.locator("#sit").click()
    page.locator("#chat").click()
    expect(page.locator(".chat")).to_contain_text("Pupils can send only quick replies and smileys.")
    page.locator("[data-phrase=hello]").click()
    expect(page.locator(".chat-line.sent[data-n] > span")).to_have_text(["Hello!"])
    expect(page.locator(".chat input")).to_have_count(0)


def test_a_class_of_twelve_gets_homework_and_does_it(
    visits: Callable[[Server], Visits], server: Server
) -> None:
    ada, to = Somebody(server.url).join(), visits(server)
    teacher = opened(to, ada, "/groups")
    teacher.get_by_label("Name of the group").fill("4 b")
    teacher.get_by_role("button", name="Open a group").click()
    expect(teacher.get_by_role("heading", name="4 b")).to_be_visible()
    path = teacher.url.removeprefix(server.url)

    teacher.get_by_role("button", name="Show a new code").click()
    code = teacher.locator(".group-code-shown output").inner_text()
    members = [Somebody(server.url).join() for _member in range(2)]
    page = opened(to, members[0], "/groups/join")
    page.get_by_label("Code").fill(code)
    page.get_by_label("Code").press("Enter")
    expect(page.get_by_role("heading", name="4 b")).to_be_visible()
    assert has_no_overflow(page)
    assert members[1].fill("/groups/join", code=code).headers["Location"] == path

    teacher.get_by_label("First names or nicknames").fill("\n".join(CHILDREN))
    teacher.get_by_label("I am their teacher").check()
    teacher.get_by_role("button", name="Make accounts").click()
    expect(teacher.locator(".group-pupils li")).to_have_count(12)
    assert has_no_overflow(teacher)

    cards = re.findall(r"<output>([A-Z-]{11})</output>", ada.get(f"{path}/cards").text)
    assert len(set(cards)) == len(CHILDREN)
    with ThreadPoolExecutor(4) as devices:
        children = list(devices.map(lambda card: enter(server, card), cards[1:]))
    assert all("Vera" in child.get(path).text for child in children)

    teacher.get_by_text("Give: Lesson").click()
    teacher.locator("#lesson-game").select_option("tabla")
    teacher.locator(".group-form[open]").get_by_role("button", name="Give the homework").click()
    expect(teacher.locator(".group-table")).to_contain_text("0 / 12")
    assert has_no_overflow(teacher)

    for path_of_games in ("/", "/me/waiting"):
        assert re.search(r'Homework</\w+>\s*<b class="badge">1</b>', members[0].get(path_of_games).text)

    child = to.page(to.visitor(size=PHONE), "/groups/join")
    child.get_by_label("Code").fill(cards[0].lower())
    child.get_by_role("button", name="Enter").click()
    expect(child.locator(".group-pupils li")).to_have_count(12)
    assert has_no_overflow(child)
    child.get_by_role("link", name="Begin").click()
    expect(child).to_have_url(f"{server.url}/learn/tabla")
    to.forgive("403")
    child.goto(f"{server.url}/shop")
    expect(child.get_by_text("This isn't open to pupil accounts.")).to_be_visible()

    pupils = [*children, *members, enter(server, cards[0])]
    with ThreadPoolExecutor(4) as devices:
        list(devices.map(lambda pupil: solve_lesson(pupil, path), pupils))
    teacher.goto(f"{server.url}{path}")
    expect(teacher.locator(".group-table td.done")).to_have_count(12)
    expect(teacher.locator(".group-table")).to_contain_text("12 / 12")


def test_a_teacher_plays_a_simul_from_table_to_table(
    visits: Callable[[Server], Visits], server: Server
) -> None:
    ada, to = Somebody(server.url).join(), visits(server)
    parts = new_group(ada)
    cards = re.findall(r"<output>([A-Z-]{11})</output>", ada.get(f"{parts['group']}/cards").text)
    child = opened(to, enter(server, cards[0]), parts["simul"])
    child.get_by_role("button", name="Accept").click()
    expect(child.get_by_role("button", name="Withdraw")).to_be_visible()

    teacher = opened(to, ada, parts["simul"])
    expect(teacher.locator("main")).to_contain_text("Mira")
    teacher.get_by_role("button", name="Begin").click()
    teacher.locator(".waiting-list a").click()
    expect(teacher.locator("#me")).to_contain_text(ada.login)  # the owner sits down at once
    child.reload()
    child.get_by_role("link", name="The table").click()
    expect(child.locator("#chat")).to_be_visible()  # both sit

    teacher.goto(f"{server.url}{parts['simul']}")
    expect(teacher.locator(".waiting-list .own-turn")).to_have_count(1)
    assert has_no_overflow(teacher)
    teacher.get_by_role("link", name="Next move").last.click()
    expect(teacher).to_have_url(re.compile(r"/t/\w+"))
    child.locator("#menu").click()
    child.locator("#resign").click()
    child.locator("#resign").click()
    end = time.monotonic() + PATIENCE
    while "The simul is over." not in ada.get(parts["simul"]).text:  # results are stored a moment later
        assert time.monotonic() < end
    teacher.goto(f"{server.url}{parts['simul']}")
    expect(teacher.locator("main")).to_contain_text("The simul is over.")
