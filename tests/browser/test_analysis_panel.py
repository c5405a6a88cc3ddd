"""The panel of an analysis where the server answers late, not at all, or with what a short game never has."""

import re
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Any

import msgspec
import pytest
from django.core.signing import TimestampSigner
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.support.browser.arranged_matches import KEY
from tests.support.chromium import NOWHERE, Lent, Visits
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.bots.analysis import Analysis, Depth, encode
from zaria.bots.analysis.marks import POINTS
from zaria.bots.analysis.shape import Choice, Decision, Game, Method, PlayerTotals, Point, Tally

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("replay")]

LATER = "**/t/long/analysis.json*"
FOUND = "**/t/long/analysis/*.json"
BOARD_ON_PAGE = """() => {
  const { x, y, width, height } = document.getElementById('board').getBoundingClientRect();
  return [x + scrollX, y + scrollY, width, height];
}"""
"""The box of the board on the page, which may be scrolled to a button."""
GAMES = ((0, 33), (34, 115), (116, 211))
"""The first frame and the last of the first games."""
ODDS = (0.5, 0.1, 0.0, 0.1, 0.0, 0.0)
CHANCES = ((2, 0.5), (10, 0.52), (33, 1.0), (36, 0.5), (60, 0.8), (115, 0.0), (118, 0.5), (150, 0.48))


def found(depth: Depth, decided: bool = True) -> bytes:
    """An analysis of the match: a turn, a forced one, a double and its answer."""
    total = Tally(decisions=4 if decided else 0)
    account = PlayerTotals(turns=Tally(), cube=Tally(), total=total, rate=0.0, luck=0.1, adjusted=0.2)
    common: dict[str, Any] = {"game": 1, "side": 0}
    act: dict[str, Any] = common | {"ways": 2, "counted": True}
    turn = tuple(
        Choice(text=text, equity=equity, loss=loss, place=place, played=place == 1, moves=moves, chances=ODDS)
        for place, (text, equity, loss, moves) in enumerate(
            (("8/4 6/4", 0.2, 0.0, ((8, 4), (6, 2))), ("24-18", 0.1604, 0.0396, ((24, 6),))), 1
        )
    )
    offer = (Choice(text="no_double", equity=0.5), Choice(text="double", equity=0.4, place=2, played=True))
    reply = (Choice(text="drop", equity=-1.0, played=True), Choice(text="take", equity=-1.1, place=2))
    return encode(
        Analysis(
            id="long", game="backgammon", length=7,
            method=Method(
                depth=depth, engines=("simple",), ply=2, luck=1, nodes=0, seconds=0.0, unit="points",
                marks=POINTS,
            ),
            accounts=(account, account),
            games=tuple(
                Game(
                    number=number, game="backgammon", first=first, last=last, score=(0, 0), crawford=False,
                    winner=0, points=1, how="played", kind="", accounts=(account, account),
                )
                for number, (first, last) in enumerate(GAMES, 1)
            ),
            decisions=(
                Decision(
                    frame=4, kind="turn", played="8/4 6/4", best="8/4 6/4", dice=(2, 4), choices=turn, **act
                ),
                Decision(frame=30, kind="turn", played="", best="", dice=(6, 6), **common),
                Decision(
                    frame=31, kind="double", played="double", best="no_double", loss=0.1, mark="blunder",
                    choices=offer, **act,
                ),
                Decision(frame=32, kind="answer", played="drop", best="drop", choices=reply, **act),
            ) if decided else (),
            rolls=(), graph=tuple(Point(frame=frame, chance=chance, equity=0.0) for frame, chance in CHANCES),
        )
    )  # fmt: skip


class AnalysisAnswers:
    """The server's answers about the match, by depth, and whether it answers at all."""

    def __init__(self, page: Page, **depths: str) -> None:
        self.depths = depths
        self.progress = 0
        self.silent = False
        self.decided = True
        self.slow: str = ""
        self.held: list[Route] = []
        self.requests: list[str] = []
        page.route(LATER, self._standing)
        page.route(FOUND, self._found)

    def _standing(self, route: Route) -> None:
        posted = route.request.post_data or ""
        depth = re.findall("depth=([a-z]+)", posted or route.request.url)[0]
        self.requests.append(depth)
        if posted:
            # A test may say that the work is done before this request arrives.
            self.depths.setdefault(depth, "working")
        if self.silent:
            route.abort()
        elif depth == self.slow:
            self.held.append(route)
        else:
            self.answer(route, depth)

    def answer(self, route: Route, depth: str) -> None:
        """As the club would now."""
        state = self.depths.get(depth, "none")
        url = {"url": f"/t/long/analysis/{depth}.json"} if state == "done" else {}
        fields = {
            "state": state,
            "depth": depth,
            "progress": self.progress,
            "ahead": 0,
            "depths": self.depths,
        }
        route.fulfill(content_type="application/json", body=msgspec.json.encode(fields | url))

    def _found(self, route: Route) -> None:
        depth: Any = route.request.url.rpartition("/")[2].removesuffix(".json")
        route.fulfill(content_type="application/json", body=found(depth, self.decided))


def opened(visit: Visits, at: int = 0, **depths: str) -> tuple[Page, AnalysisAnswers]:
    """The panel at a frame, where depths stand so."""
    page = visit(NOWHERE)
    answers = AnalysisAnswers(page, **depths)
    page.goto(f"/t/long/replay?at={at}#analysis")
    page.locator(".an-depths").wait_for()
    return page, answers


@pytest.fixture(scope="module")
def panel(browser: Browser, lent: Lent, shelved: Server) -> Iterator[Page]:
    """A panel with an analysis, for tests that only step through it."""
    visit = Visits(browser, shelved.url, lent)
    yield opened(visit, normal="done")[0]
    visit.close()


def depth(page: Page, name: str) -> Any:
    return page.locator(".an-depths button", has_text=name)


@pytest.mark.slow
def test_the_deepest_that_is_there_is_shown_and_the_others_can_be_chosen(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page, answers = opened(visits(shelved), quick="done", deep="done")
    expect(depth(page, "Deep")).to_have_attribute("aria-pressed", "true")
    page.locator(".an-how summary").click()
    expect(page.locator(".an-how")).to_contain_text("deep. Analysed by: simple, up to 2 plies.")
    expect(page.locator(".an-how")).to_contain_text(
        "Depth for luck, cube and graph (plies after each roll): 1."
    )
    expect(page.locator(".an-depths b")).to_have_count(2)
    depth(page, "Normal").click()
    expect(page.locator("#an-start")).to_be_visible()
    expect(page.locator(".an-sums")).to_have_count(0)
    depth(page, "Quick").click()
    expect(page.locator(".an-how")).to_contain_text("quick. Analysed by: simple")
    depth(page, "Normal").click()
    page.locator("#an-start").press("Enter")
    expect(page.locator("progress")).to_be_visible()
    expect(page.locator(".an-ask")).to_be_focused()
    answers.depths["normal"] = "done"
    expect(page.locator(".an-how")).to_contain_text("normal. Analysed by: simple")
    expect(page.locator(".an-depths b")).to_have_count(3)
    expect(page.locator("#analysis [role=status]")).to_have_text("Ready")


@pytest.mark.slow
def test_the_best_is_chosen_wherever_one_comes_from(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page, _ = opened(visits(shelved), 4, quick="done", deep="done")
    choices = page.locator(".an-choices button")
    choices.nth(1).click()
    expect(choices.nth(1)).to_have_attribute("aria-pressed", "true")
    depth(page, "Quick").click()
    page.locator("#at").fill("30")
    page.locator("#at").fill("4")
    depth(page, "Deep").click()
    expect(page.locator(".an-how")).to_contain_text("deep")
    expect(choices.first).to_have_attribute("aria-pressed", "true")


@pytest.mark.slow
def test_a_language_and_a_look_leave_one_where_one_was(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    visit = visits(shelved)
    page = visit("/t/long/replay?at=4", new=True)
    AnalysisAnswers(page, normal="done")
    page.locator("#tab-analysis").click()
    expect(page).to_have_url(re.compile(r"\?at=4#analysis$"))
    pages = page.evaluate("history.length")
    page.locator("#after").click()
    expect(page).to_have_url(re.compile(r"\?at=6#analysis$"))
    page.click(".me")
    page.click("#me-menu .lang")
    page.click("#languages button[value=bg]")
    expect(page.locator("html")).to_have_attribute("lang", "bg")
    expect(page).to_have_url(re.compile(r"\?at=6#analysis$"))
    expect(page.locator("#analysis[data-ready]")).to_be_visible()
    page.click(".me")
    page.locator(".look button:visible").click()
    expect(page.locator("#analysis[data-ready]")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?at=6#analysis$"))
    page.locator("#tab-moves").click()
    expect(page).to_have_url(re.compile(r"\?at=6$"))
    page.click(".me")
    page.click("#me-menu .lang")
    page.click("#languages button[value=en]")
    expect(page.locator("html[lang=en][data-ready]")).to_have_count(1)
    assert page.evaluate("history.length") == pages, "what was before is one step back"


@pytest.mark.slow
def test_a_panel_that_could_not_be_fetched_is_fetched_when_the_line_is_back(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    visit = visits(shelved)
    visit.forgive("ERR_INTERNET_DISCONNECTED")
    page = visit("/t/long/replay")
    AnalysisAnswers(page, normal="done")
    page.context.set_offline(True)
    page.locator("#tab-analysis").click()
    expect(page.locator("#analysis [role=alert]")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#analysis[data-ready]")).to_be_visible()
    expect(page.locator("#analysis [role=alert]")).to_have_count(0)


@pytest.mark.slow
def test_what_is_being_made_is_found_again(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page, _ = opened(visits(shelved), deep="working")
    expect(depth(page, "Deep")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("progress")).to_be_visible()


@pytest.mark.slow
def test_a_late_answer_for_another_depth_is_not_shown(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page, answers = opened(visits(shelved))
    answers.depths["quick"], answers.slow = "done", "quick"
    with page.expect_request("**/analysis.json?depth=quick"):
        depth(page, "Quick").click()
    depth(page, "Deep").click()
    expect(page.locator("#an-start")).to_be_visible()
    with page.expect_response("**/analysis.json?depth=quick"):
        answers.answer(answers.held[0], "quick")
    page.wait_for_timeout(200)
    expect(page.locator("#an-start")).to_be_visible()
    expect(page.locator("#analysis[data-ready]")).to_have_count(0)


@pytest.mark.slow
def test_the_wait_goes_on_when_the_line_is_back(visits: Callable[[Server], Visits], shelved: Server) -> None:
    visit = visits(shelved)
    visit.forgive("ERR_FAILED")
    page, answers = opened(visit, normal="working")
    answers.progress = 37
    expect(page.locator("progress")).to_have_js_property("value", 37)
    expect(page.locator("[role=status]")).to_have_text("Analysing…")
    answers.silent = True
    expect(page.locator("#analysis [role=alert]")).to_be_visible()
    expect(page.locator("progress")).to_be_visible()
    before, began = len(answers.requests), monotonic()
    while len(answers.requests) < before + 2:
        assert monotonic() - began < PATIENCE, "it asks again"
        page.wait_for_timeout(100)
    assert monotonic() - began > 1, "it does not ask all the time: twice takes three seconds"
    answers.silent, answers.depths["normal"] = False, "done"
    expect(page.locator("#analysis[data-ready]")).to_be_visible()
    expect(page.locator("#analysis [role=alert]")).to_have_count(0)


@pytest.mark.slow
def test_what_is_a_choice_and_what_is_only_text(panel: Page) -> None:
    page = panel
    page.locator("#at").fill("4")
    card = page.locator(".an-card")
    expect(card).to_contain_text("Best")
    expect(card.locator("h2")).to_contain_text("4-2")
    expect(card.locator(".an-choices button")).to_have_count(2)
    expect(card.locator(".whole")).to_have_text("24-18")
    expect(card.locator(".odds")).to_have_text("Wins 50.0%, 10.0% by gammon; loses 10.0% by gammon")
    assert not re.search("\u2060| %", card.inner_text())
    slider = page.locator("#at")
    slider.fill("30")
    expect(card).to_contain_text("Nothing to decide here.")
    expect(card).not_to_contain_text("Best")
    for frame, word, question in ((31, "Double", "Double?"), (32, "Drop", "Take or drop?")):
        slider.fill(str(frame))
        expect(card.locator(".an-about")).to_contain_text(question)
        expect(card.locator(".an-about")).to_contain_text("Score 0 : 0")
        expect(page.locator("#board > .ways > *")).to_have_count(0)
        expect(card.locator(".an-choices .played")).to_contain_text(word)
        expect(card.locator(".choice")).to_have_count(2)
        expect(card.locator("button")).to_have_count(0)
    page.locator("#tab-moves").click()
    expect(page.locator("#turns a:has(.mark)")).to_have_attribute("data-at", "31")  # and not who answered it
    page.locator("#tab-analysis").click()


@pytest.mark.slow
def test_no_game_turns_where_the_next_one_begins(panel: Page) -> None:
    page = panel
    page.locator(".an-turns summary").click()
    frames = [
        int(link.rpartition("=")[2])
        for link in page.locator(".an-turns a").evaluate_all("(all) => all.map((a) => a.href)")
    ]
    assert frames == [33, 60, 115], "what the graph jumps by between two games is no turn of either"
    expect(page.locator(".an-turns b").first).to_contain_text("52% → 100%")


def test_the_chance_is_that_of_the_position_that_is_shown(panel: Page) -> None:
    page = panel
    page.locator("#at").fill("2")
    chance = page.locator(".an-graph figcaption b")
    expect(chance).to_have_text("50% – 50%")
    page.locator("#at").fill("31")
    expect(chance).to_have_text("")  # it was doubled and declined before anybody rolled
    page.locator("#at").fill("33")
    expect(chance).to_have_text("100% – 0%")
    page.locator("#at").fill("34")
    expect(chance).to_have_text("")  # the next game begins: how the last one ended is not its chance


@pytest.mark.slow
def test_nothing_given_away_has_no_sign_and_per_cents_are_the_languages(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page, _ = opened(visits(shelved), 4, normal="done")
    expect(page.locator(".an-sums tbody")).to_contain_text(re.compile(r"Equity lost\s*0\.000"))
    loss = page.locator(".an-choices small").last
    expect(loss).to_have_text("−0.0396")  # 0.040 would be an error
    page.context.add_cookies([{"name": "zaria_language", "value": "tr", "url": page.url}])
    page.reload()
    expect(loss).to_have_text("−0,0396")
    page.locator("#at").fill("2")
    expect(page.locator(".an-graph figcaption b")).to_have_text("%50 – %50")


@pytest.mark.slow
def test_a_wait_is_shown_from_the_first_moment(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page, answers = opened(visits(shelved))
    with page.expect_response("**/analysis.json?depth=quick"):
        depth(page, "Quick").click()
    answers.slow = "quick"
    page.locator("#an-start").click()
    expect(page.locator("[role=status]")).to_have_text("The analysis starts in a moment")
    assert page.locator("progress").get_attribute("value") is None
    answers.progress, answers.slow = 12, ""
    answers.answer(answers.held[0], "quick")
    expect(page.locator("progress")).to_have_js_property("value", 12)
    expect(page.locator(".an-ask")).to_contain_text("12%")


@pytest.mark.slow
def test_a_slow_line_shows_that_something_comes(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page = visits(shelved)("/t/long/replay")
    answers, modules = AnalysisAnswers(page), list[Route]()
    answers.slow = "normal"
    page.route("**/js/pages/analysis.*js", lambda route: modules.append(route))
    coming = page.locator("#analysis progress")
    with page.expect_request("**/js/pages/analysis.*js"):
        page.locator("#tab-analysis").click()
    expect(coming).to_be_visible()
    with page.expect_request(LATER):
        modules[0].continue_()
    expect(page.locator("#analysis [role=status]")).to_have_count(1)
    expect(coming).to_be_visible()
    answers.answer(answers.held[0], "normal")
    expect(page.locator("#an-start")).to_be_visible()
    expect(coming).to_have_count(0)


@pytest.mark.slow
def test_a_results_link_begins_the_analysis(visits: Callable[[Server], Visits], shelved: Server) -> None:
    page = visits(shelved)(NOWHERE)
    answers = AnalysisAnswers(page)
    with page.expect_response(lambda response: response.request.method == "POST"):
        page.goto("/t/long/replay#analyse")
    expect(page.locator("#analysis progress")).to_be_visible()
    expect(page.locator("#an-start")).to_have_count(0)
    expect(page).to_have_url(re.compile("#analysis$"))
    answers.depths["normal"] = "done"
    expect(page.locator(".an-sums tbody tr").first).to_contain_text("very good play")


def test_a_choice_is_drawn_over_the_position_before_it_and_no_tab_moves_the_board(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page, _ = opened(visits(shelved), 4, normal="done")
    page.set_viewport_size({"width": 1366, "height": 768})
    ways = page.locator("#board > .ways > g")
    expect(ways).to_have_count(1)  # the best was played
    page.locator(".an-choices button").nth(1).click()
    expect(ways).to_have_count(2)
    expect(page.locator("#board > .ways .dotted .tip")).to_have_count(2)
    source = page.locator("#board .keys [data-at='13']")
    before = source.get_attribute("aria-label")
    board = page.evaluate(BOARD_ON_PAGE)
    page.locator("#tab-moves").click()
    expect(page.locator("#turns")).to_be_visible()
    expect(ways).to_have_count(0)
    expect(source).not_to_have_attribute("aria-label", str(before))
    assert page.evaluate(BOARD_ON_PAGE) == board


@pytest.mark.slow
def test_where_nothing_was_decided_nobody_played_well(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    page, answers = opened(visits(shelved))
    answers.decided, answers.depths["quick"] = False, "done"
    depth(page, "Quick").click()
    expect(page.locator(".an-none")).to_have_text(
        "Nobody had a decision to make: the dice decided everything."
    )
    expect(page.locator(".an-choose")).to_have_text("Step through the match, move by move.")


def test_what_was_decided_after_a_roll_is_there_with_the_roll(panel: Page) -> None:
    page = panel
    page.locator("#at").fill("3")
    expect(page.locator(".an-choices")).to_contain_text("8/4 6/4")
    page.locator("#at").fill("2")
    expect(page.locator(".an-choices")).to_have_count(0)


@pytest.mark.slow
def test_a_player_steps_through_their_own_errors(visits: Callable[[Server], Visits], shelved: Server) -> None:
    visit = visits(shelved)
    page, _ = opened(visit, normal="done")
    expect(page.locator(".an-errors")).to_contain_text("1 error")
    expect(page.locator("#an-mine")).to_have_count(0)  # a visitor who has not played
    page.locator("#an-only-1").click()
    expect(page.locator(".an-errors")).to_contain_text("No errors. Well played!")
    page.locator("#an-only-0").click()
    expect(page.locator(".an-errors")).to_contain_text("1 error")
    for side, summary in ((0, "1 error"), (1, "You made no errors.")):
        guest = TimestampSigner(key=KEY, salt="zaria.guest", fallback_keys=[])
        cookie = guest.sign_object([str(side), "Ada", "#8a4b3a"])
        page.context.add_cookies([{"name": "zaria_guest", "value": cookie, "url": visit.url}])
        page.reload()
        page.locator("#an-mine").click()
        expect(page.locator(".an-errors")).to_contain_text(summary)


def refuse_once(page: Page) -> None:
    """Break the connection of the next attempt."""
    page.route("**/attempt.json*", lambda route: route.abort(), times=1)


def point(page: Page, at: int) -> Locator:
    """The key of a point of the board."""
    return page.locator(f"#board .keys [data-at='{at}']")


def test_a_turn_of_the_match_is_tried_again_on_the_board(
    visits: Callable[[Server], Visits], shelved: Server
) -> None:
    visit = visits(shelved)
    visit.forgive("net::ERR_FAILED")
    page, _ = opened(visit, at=4, normal="done")
    refuse_once(page)
    page.locator(".an-try").click()
    bar = page.locator(".attempt")
    page.locator("#try-again").click()
    expect(bar).to_be_focused()
    expect(bar.get_by_role("status")).to_have_text("Play another turn on the board, then compare it.")
    expect(page.locator("html")).to_have_attribute("data-at", "3")
    expect(page.locator(".steps-of")).to_be_hidden()
    expect(page.locator("#try-compare")).to_be_disabled()
    for at in (24, 23):
        point(page, at).press("Enter")
    page.locator("#try-undo").click()
    for at in (24, 23, 13, 9):
        point(page, at).press("Enter")
    refuse_once(page)
    page.locator("#try-compare").click()
    page.locator("#try-again").click()
    page.locator("#try-compare").click()
    expect(bar.get_by_role("status")).to_contain_text(re.compile("Choice|You found"))
    assert (page.locator("#try-onward").get_attribute("href") or "").startswith("/new/backgammon?position=")
    page.locator("#try-again").click()
    expect(page.locator("#try-undo")).to_be_disabled()
    page.locator("#try-end").click()
    expect(bar).to_have_count(0)
    expect(page.locator(".an-try")).to_be_focused()
    expect(page.locator(".steps-of")).to_be_visible()
    page.locator("#after").click()
    expect(page.locator("html")).to_have_attribute("data-at", "4")
