"""The sheet of a result leaves the last position in sight; who moved is seen in either theme."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import zaria
from tests.support.by_day import by_day
from tests.support.chromium import DESKTOP, PHONE, Size, becomes
from tests.support.web.table_stage import NOW, Stage, event, match, state
from tests.web.conftest import Boards, Open
from tests.web.test_contrast import MEN, SEEN, Colour, contrast
from tests.web.test_settings import DOUBLE, LOUD, TELL
from tests.web.test_table import idle, push, renew
from zaria import games
from zaria.club.games.glossary.entries import glossary
from zaria.club.games.glossary.notes import script_words
from zaria.club.site import i18n
from zaria.games.registry import has_gammons
from zaria.live.sockets.protocol.server import LogLine
from zaria.live.sockets.protocol.tournament import TableTournament
from zaria.match import events as ev
from zaria.match.dice_play.dice import seal
from zaria.match.match import Cube, Match, Result
from zaria.match.stakes import Stakes

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

TABLET: Size = {"viewport": {"width": 820, "height": 1180}}
SIZES = {"phone": PHONE, "desktop": DESKTOP, "tablet": TABLET}
SECRET = bytes(range(32))
BOXES = """() => ['#board', '.beside > .pane'].map((css) => {
  const r = document.querySelector(css).getBoundingClientRect();
  return [r.left, r.top, r.right, r.bottom];
})"""
WITHOUT_LINKS = """() => { document.querySelector('.result-learn').remove(); }"""
WHOLE = """() => {
  const { scrollHeight, clientHeight } = document.querySelector('.beside > .pane');
  return scrollHeight <= clientHeight + 1;
}"""
TONES = """([css, pseudo]) => {
  const numbers = (text) => text.split(',').map(Number);
  const colours = (text) => [...text.matchAll(/rgba?\\(([^)]*)\\)/g)].map(([, inside]) => numbers(inside));
  const paper = (one) => colours(getComputedStyle(one).backgroundColor)[0];
  document.body.style.backgroundColor = 'var(--bg)';
  return [...document.querySelectorAll(css)].map((el) => {
    const style = getComputedStyle(el, pseudo);
    let below = el.parentElement;
    while (paper(below)[3] === 0) below = below.parentElement;
    return { tones: [style.backgroundColor, style.boxShadow].flatMap(colours), below: paper(below) };
  });
}"""
MARKS = {"the list of moves": (".mv u", None), "faces": (".av", "::after"), "borne off": (".offs s", None)}


def over(winner: int, game: str = "tabla", kind: str = "mars", **terms: Any) -> Match:
    """A match to 3 that is over."""
    return match(
        game,
        "X=off:15;O=20:2,13:5,8:3,6:5" if winner == 0 else "X=24:2,13:5,8:3,6:5;O=off:15",
        length=3,
        phase="over",
        winner=winner,
        score=(3, 0) if winner == 0 else (0, 3),
        result=Result(winner, 3 if kind == "koks" else 2, kind, "played"),
        secret=SECRET.hex(),
        **terms,
    )


@pytest.fixture
def rated(stage: Stage) -> bytes:
    """The end of a rated match, with what it changed."""
    changes = [[150_000, 151_200], [150_000, 148_800]]
    stage.extra["/t/m/ratings"] = json.dumps({"now": [151_200, 148_800], "changes": changes}).encode()
    events = [{"t": "opened", "id": "m", "seal": seal(SECRET)}, {"t": "closed", "secret": SECRET.hex()}]
    stage.extra["/t/m.json"] = json.dumps({"format": "zaria-match", "events": events}).encode()
    boot: dict[str, Any] = msgspec.json.decode(state(over(1)))
    boot["v"]["rated"] = True
    for player in boot["v"]["players"]:
        player["member"] = True
    return msgspec.json.encode(boot)


@pytest.mark.parametrize("size", SIZES)
def test_the_last_position_stays_in_sight_and_the_sheet_is_whole(
    table: Open, rated: bytes, size: str
) -> None:
    page = table(rated, size=SIZES[size])
    expect(page.locator("#rated dd").first).to_have_text("+12 → 1512")
    page.locator("#verify").click()
    expect(page.locator("#proof.good > *")).to_have_count(2)
    assert page.evaluate(WHOLE)
    board, sheet = page.evaluate(BOXES)
    assert board[2] <= sheet[0] or board[3] <= sheet[1]
    assert board[2] - board[0] >= 360
    assert board[3] - board[1] >= 170
    viewport = SIZES[size]["viewport"]
    assert sheet[3] <= viewport["height"]
    assert sheet[2] <= viewport["width"]
    page.locator("#verify").click()
    expect(page.locator("#proof")).to_have_count(0)
    expect(page.locator("#rated")).to_be_visible()


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_the_sheet_leads_to_puzzles_and_the_lesson_of_the_game_and_is_no_higher(
    table: Open, stage: Stage, rated: bytes, size: str
) -> None:
    stage.extra["/t/m/grades"] = STEP
    page = table(rated, size=SIZES[size])
    expect(page.locator("#rated")).to_be_visible()
    expect(page.locator(".result-learn")).to_have_count(0)
    page.evaluate(
        """() => {
          Object.assign(document.body.dataset, { puzzles: '/puzzles?game=tabla', lesson: '/learn/tabla' });
          zaria.table.sheet.value = '';
        }"""
    )
    page.evaluate("() => { zaria.table.sheet.value = 'match'; }")
    links = page.locator(".result-learn a")
    expect(links).to_have_text(["Puzzles", "Lesson"])
    addresses = links.evaluate_all("all => all.map((link) => link.getAttribute('href'))")
    assert addresses == ["/puzzles?game=tabla", "/learn/tabla"]
    if size == "phone":
        expect(page.locator(".result-step")).to_be_attached()
        with_links, without = page.evaluate(f"() => [({BOXES})(), ({WITHOUT_LINKS})(), ({BOXES})()]")[::2]
        assert with_links == without, "the sheet is as high as without them, and the board in sight"
    else:
        becomes(page, WHOLE, True)


EDGES = """() => {
  const edges = (css) => {
    const { left, right } = document.querySelector(css).getBoundingClientRect();
    return [Math.round(left), Math.round(right)];
  };
  const centre = ([left, right]) => (left + right) / 2;
  const [pane, score, colon] = ['.beside > .pane', '.score', '.score b'].map(edges);
  return [
    score[0] - edges('#opp .av')[0],
    pane[1] - score[1] - (score[0] - pane[0]),
    edges('.result-medal')[1] + 2 - score[1],
    Math.abs(centre(colon) - centre(pane)) <= 1,
  ];
}"""
"""The sheet's inner edges beside those of the cards, its right one and the rim of the medal, the score."""


@pytest.mark.parametrize("height", by_day((900,), (900, 1080)))
def test_the_sheet_has_the_inner_edges_of_the_cards(table: Open, stage: Stage, height: int) -> None:
    page = table(brought(stage), size={"viewport": {"width": 1600, "height": height}})
    expect(page.locator(".result-medal")).to_be_visible()
    becomes(page, EDGES, [0, 0, 0, True])


def brought(stage: Stage) -> bytes:
    """The end of a match that changes a rating, pays credits and counts in a tournament."""
    changes = [[150_000, 151_200], [150_000, 148_800]]
    answer = {"now": [151_200, 148_800], "changes": changes}
    stage.extra["/t/m/ratings"] = json.dumps(answer).encode()
    boot: dict[str, Any] = msgspec.json.decode(state(over(0, stakes=Stakes(200, 500, "pot"))))
    boot["tournament"] = TableTournament("t", "Friday Eight", standing="Place 2 · Points: 3")
    boot["v"]["rated"] = True
    for player in boot["v"]["players"]:
        player["member"] = True
    return msgspec.json.encode(boot)


@pytest.mark.parametrize(
    ("size", "theme"), by_day([("phone", "light"), ("desktop", "dark")], product(SIZES, ("light", "dark")))
)
def test_what_a_match_brought_stands_in_one_place(table: Open, stage: Stage, size: str, theme: str) -> None:
    page = table(brought(stage), size=SIZES[size], theme=theme)
    block = page.get_by_role("region", name="Your result")
    expect(block.get_by_role("heading")).to_have_text("Your result")
    expect(block.locator("#rated dd").first).to_have_text("+12 → 1512")
    expect(block.locator(".won").last).to_have_text(re.compile(r"^\+\d"))
    expect(block.locator("#standing")).to_have_text(re.compile(r"Friday Eight\s*Place 2 · Points: 3"))
    expect(page.locator(".result-facts")).to_have_count(3)
    expect(block.locator(".result-facts")).to_have_count(3)
    box, heading = block.bounding_box(), block.get_by_role("heading").bounding_box()
    assert box is not None
    assert heading is not None
    assert heading["y"] < box["y"] + 20
    board, sheet = page.evaluate(BOXES)
    assert board[2] <= sheet[0] or board[3] <= sheet[1]


def test_a_match_that_brought_nothing_has_no_such_block(board: Boards) -> None:
    page = board(state(over(0)))
    expect(page.locator("#outcome")).to_have_text("You won!")
    expect(page.locator(".result-gains")).to_have_count(0)


def test_the_loser_reads_who_gains_the_points(board: Boards) -> None:
    expect(board(state(over(1))).locator(".how b")).to_have_text("Stoyan: +2")
    expect(board(state(over(0))).locator(".how b")).to_have_text("+2")


def test_a_guest_may_keep_the_game_and_comes_back_to_it(board: Boards) -> None:
    link = board(state(over(1))).locator("#keep-game")
    expect(link).to_have_text("Keep this game: create an account")
    expect(link).to_have_attribute("href", "/account/signup/?next=/t/m/replay")


def test_records_stand_below_the_rematch(table: Open, rated: bytes) -> None:
    page = table(rated, size=PHONE)
    rematch, record = (page.locator(css).bounding_box() for css in ("#rematch", "#record"))
    assert rematch is not None
    assert record is not None
    assert rematch["y"] < record["y"]


def test_the_title_speaks_to_the_viewer(board: Boards) -> None:
    page = board(state(over(0)))
    expect(page.locator("#outcome")).to_have_text("You won!")
    for you, winner, title in (
        (0, 1, "You lost"),
        (1, 1, "You won!"),
        (1, 0, "You lost"),
        (None, 1, "Stoyan won"),
    ):
        renew(page, state(over(winner), you=you))
        expect(page.locator("#outcome")).to_have_text(title)


@pytest.mark.parametrize(
    ("game", "key", "label"), [("tabla", "mars", "Mars"), ("backgammon", "gammon", "Mars")]
)
def test_the_kind_of_a_win_explains_itself(
    table: Open, stage: Stage, game: str, key: str, label: str
) -> None:
    """With the lines that a server sends; Escape closes the line and leaves the sheet open."""
    words = script_words(key) | {"sheet": "/static/css/result.css"}
    stage.extra["/words/table"] = json.dumps(words).encode()
    page = table(state(over(0, game)))
    term = page.locator(".how .term")
    expect(term).to_have_text(re.compile("Mars|Gammon"))
    term.focus()
    page.keyboard.press("Enter")
    note = page.locator(".term-note:popover-open")
    expect(note).to_contain_text(glossary("en").entries[key].text)
    page.keyboard.press("Escape")
    expect(note).to_have_count(0)
    expect(page.locator("#outcome")).to_be_visible()
    expect(term).to_be_focused()


STEP = b"""<form method="post" action="/t/m/analysis.json">
  <button class="btn" id="grade" name="depth" value="quick">Errors</button></form>"""
GRADES = b"""<h3>Errors</h3><div class="scale"><i class="mark-checker" style="left:20%"></i></div>"""


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_the_step_to_an_analysis_takes_no_room_of_its_own(
    table: Open, stage: Stage, rated: bytes, size: str
) -> None:
    rows = []
    for part in (b"", STEP):
        stage.extra["/t/m/grades"] = part
        page = table(rated, size=SIZES[size])
        expect(page.locator("#grade")).to_have_count(1 if part else 0)
        rows.append(page.locator(".pane .even").bounding_box())
    assert rows[0] is not None
    assert rows[1] is not None
    assert rows[0]["height"] == rows[1]["height"] >= 44
    assert rows[0]["width"] == rows[1]["width"]


LINE = {"id": "table:m", "n": 1, "at": NOW, "by": {"name": "Stoyan", "colour": "#3f6a86"}, "text": "Lucky me"}
COLUMN = """() => ['.beside > .pane', '#side'].map((css) => {
  const r = document.querySelector(css).getBoundingClientRect();
  return [r.left, r.top, r.right, r.bottom];
})"""


def written(page: Page) -> None:
    """Let a line of the opponent come."""
    push(page, {"t": "line", **LINE})
    page.wait_for_function("() => socket.sent.filter((one) => one.id === 'table:m').length > 1")
    push(page, {"t": "lines", "id": "table:m", "lines": [LINE], "last": 1})


@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_answers_and_the_last_line_stand_in_the_sheet(table: Open, rated: bytes, size: str) -> None:
    page = table(rated, size=SIZES[size])
    written(page)
    expect(page.locator(".result-said")).to_have_text(re.compile(r"Stoyan\s*Lucky me"))
    expect(page.locator("#rated dd").first).to_have_text("+12 → 1512")
    answer = page.locator("[data-courtesy=well_played]")
    answer.click()
    expect(answer).to_be_disabled()
    spoken = "() => socket.sent.filter((one) => one.t === 'say').map((one) => one.phrase)"
    becomes(page, spoken, ["well_played"])
    expect(page.locator("#outcome")).to_be_visible()
    board, sheet = page.evaluate(BOXES)
    assert board[2] <= sheet[0] or board[3] <= sheet[1]
    assert board[3] - board[1] >= 170
    assert page.evaluate(WHOLE)


@pytest.mark.parametrize("size", by_day(("tablet",), ("desktop", "tablet")))
def test_the_chat_opens_below_the_sheet(table: Open, rated: bytes, size: str) -> None:
    page = table(rated, size=SIZES[size])
    written(page)
    page.locator(".result-said").click()
    expect(page.locator(".chat-line > span")).to_have_text("Lucky me")
    expect(page.locator(".result-said")).to_have_count(0)
    expect(page.locator("#rematch")).to_be_visible()
    sheet, side = page.evaluate(COLUMN)
    assert sheet[3] <= side[1]
    assert side[3] - side[1] >= 230
    assert page.evaluate(WHOLE)
    page.locator("#result-chat").click()
    expect(page.locator("#rating-reason")).to_be_visible()
    expect(page.locator("[data-courtesy]")).to_have_count(2)


def test_a_phone_comes_back_from_the_chat_to_the_sheet(table: Open, rated: bytes) -> None:
    page = table(rated, size=PHONE)
    page.locator("#result-chat").tap()
    expect(page.locator("[data-phrase=well_played]")).to_be_visible()
    page.locator("#side .shut").tap()
    expect(page.locator("#table")).not_to_have_class(re.compile("open"))
    expect(page.locator("#result-chat")).to_be_visible()


@pytest.fixture
def first_win(stage: Stage) -> Iterator[None]:
    """The match brought the viewer their first win."""
    stage.extra["/t/m/milestone"] = b'{"text": "First win"}'
    yield
    del stage.extra["/t/m/milestone"]


@pytest.mark.usefixtures("first_win")
def test_a_first_stands_in_one_line_of_the_sheet(table: Open, board: Boards) -> None:
    page = table(state(over(0)), size=PHONE)
    expect(page.locator(".result-milestone")).to_have_text("First win")
    assert page.evaluate(WHOLE)
    onlooker = table(state(over(0), you=None))
    expect(onlooker.locator("#outcome")).to_be_visible()
    expect(onlooker.locator(".result-milestone")).to_have_count(0)


@pytest.mark.usefixtures("first_win")
@pytest.mark.parametrize("size", by_day(("phone",), SIZES))
def test_the_position_the_first_and_the_answers_are_in_sight_together(
    table: Open, rated: bytes, size: str
) -> None:
    page = table(rated, size=SIZES[size])
    expect(page.locator("#rating-reason")).to_be_visible()
    expect(page.locator(".result-milestone")).to_be_visible()
    expect(page.locator("[data-courtesy]")).to_have_count(2)
    board, sheet = page.evaluate(BOXES)
    assert board[2] <= sheet[0] or board[3] <= sheet[1]
    assert board[3] - board[1] >= 170
    for place in ("#rating-reason", "[data-courtesy=thank_you]", "#result-chat", "#rematch", "#close"):
        box = page.locator(place).bounding_box()
        assert box is not None, place
        assert sheet[1] <= box["y"], place
        assert box["y"] + box["height"] <= sheet[3] <= SIZES[size]["viewport"]["height"], place
    assert size == "phone" or page.evaluate(WHOLE)


@pytest.mark.parametrize(("winner", "calm"), by_day([(0, False), (1, True)], product((0, 1), (False, True))))
def test_a_win_sounds_once_and_turns_its_medal_where_motion_is_welcome(
    table: Open, winner: int, calm: bool
) -> None:
    settings = {"speed": 0 if calm else 1, "sound": True, "roll": False}
    page = table(state(match(length=3)), settings=settings)
    page.evaluate(LOUD)
    page.mouse.click(5, 5)
    page.evaluate(TELL)
    page.wait_for_function(DOUBLE)
    before = page.evaluate("() => heard.sources")
    ended = over(winner)
    push(page, event(8, ev.MatchEnded(at=1, winner=winner, score=ended.score, secret="ab" * 32), ended))
    expect(page.locator("#outcome")).to_be_visible()
    expect(page.locator(".result-medal.turns")).to_have_count(1 if winner == 0 and not calm else 0)
    becomes(page, "() => heard.sources", before + (4 if winner == 0 else 0))
    page.locator("#close").click()
    page.locator(".table-acts .grow").first.click()
    expect(page.locator("#outcome")).to_be_visible()
    assert page.evaluate("() => heard.sources") == before + (4 if winner == 0 else 0)


def test_a_win_of_before_is_not_celebrated_again(table: Open) -> None:
    page = table(state(over(0)), settings={"speed": 1, "sound": False})
    expect(page.locator(".result-medal")).to_be_visible()
    expect(page.locator(".result-medal.turns")).to_have_count(0)


def test_an_analysis_is_made_in_the_sheet(table: Open, stage: Stage, rated: bytes) -> None:
    stage.extra["/t/m/grades"] = STEP
    stage.posts["/t/m/analysis.json"] = lambda _headers, _body: b'{"state": "done"}'
    page = table(rated)
    expect(page.locator("#grade")).to_be_enabled()
    stage.extra["/t/m/grades"] = GRADES
    page.locator("#grade").click()
    expect(page.locator(".result-grades .mark-checker")).to_be_visible()
    expect(page.locator("#grade")).to_have_count(0)


def test_the_sheet_says_why_there_is_no_analysis(table: Open, stage: Stage, rated: bytes) -> None:
    stage.extra["/t/m/grades"] = STEP
    refusal = b'{"state": "refused", "reason": "Please try again later."}'
    stage.posts["/t/m/analysis.json"] = lambda _headers, _body: refusal
    page = table(rated)
    page.locator("#grade").click()
    expect(page.get_by_role("status").filter(has_text="Please try again later.")).to_be_visible()
    expect(page.locator("#grade")).to_be_enabled()


def test_a_closed_sheet_gives_cards_and_buttons_back(board: Boards) -> None:
    page = board(state(over(1)), size=PHONE)
    expect(page.locator("#me")).to_be_hidden()
    page.locator("#close").tap()
    expect(page.locator("#me")).to_be_visible()
    page.locator("#again").tap()
    expect(page.locator("#outcome")).to_be_visible()


@pytest.mark.parametrize(("kind", "named"), [("mars", "Gammon"), ("koks", "Backgammon")])
def test_backgammon_has_names_of_its_own(kind: str, named: str) -> None:
    for game in ("backgammon", "nackgammon", "longgammon", "hypergammon"):
        assert i18n.word(kind, game) == named
    words = i18n.of_game({"mars": "Mars", "koks": "Koks", "roll": "Roll"}, "backgammon")
    assert words == {"mars": "Gammon", "koks": "Backgammon", "roll": "Roll"}
    for game in games.names():
        if not has_gammons(game):
            assert i18n.word(kind, game) == kind.title()


def test_scripts_know_the_games_with_these_names() -> None:
    source = (Path(zaria.__file__).parent / "web/static/zaria/js/shell/result.js").read_text()
    listed = re.search(r"const HAVE_GAMMONS = \[([^\]]*)\]", source)
    assert listed
    assert re.findall(r"'([\w-]+)'", listed[1]) == [game for game in games.names() if has_gammons(game)]


def tones(page: Page, where: str) -> list[tuple[list[Colour], Colour]]:
    """The colours of each mark of a kind, and what it lies on."""
    marks = page.evaluate(TONES, list(MARKS[where]))
    return [
        ([colour(tone) for tone in mark["tones"] if visible(tone)], colour(mark["below"])) for mark in marks
    ]


def visible(rgba: list[float]) -> bool:
    return len(rgba) == 3 or rgba[3] > 0.9


def colour(rgba: list[float]) -> Colour:
    return Colour(*(part / 255 for part in rgba[:3]))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_who_moved_is_seen(table: Open, theme: str) -> None:
    log = [LogLine(0, (6, 1), "13/7 8/7"), LogLine(1, (3, 1), "8/5 6/5")]
    off = match(position="X=24:2,13:5,8:2,6:4,off:2;O=24:1,13:5,8:2,6:4,off:3", dice=(6, 1))
    page = table(state(off, log=log), size=PHONE, theme=theme)
    page.locator("#menu").tap()
    for men in MEN:
        page.evaluate("men => { document.documentElement.dataset.men = men; }", men)
        for where in MARKS:
            marks = tones(page, where)
            assert len(marks) >= 2, (men, where)
            for shown, below in marks:
                assert max(contrast(tone, below) for tone in shown) >= SEEN, (men, where)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sign_of_an_empty_seat_can_be_read(table: Open, theme: str) -> None:
    empty = match(phase="open", players=(None, None), seeds=(None, None), game_no=0)
    page = table(state(empty, you=None, seat=1), theme=theme)
    ink, paper = page.evaluate(
        """() => { const style = getComputedStyle(document.querySelector('#opp .av'));
          return [style.color, style.backgroundColor].map((c) => c.match(/[\\d.]+/g).map(Number)); }"""
    )
    assert contrast(colour(ink), colour(paper)) >= 4.5


def test_a_seat_that_is_kept_for_the_viewer_is_marked_as_yours(table: Open) -> None:
    waiting = match(phase="open", players=(None, None), seeds=(None, None), game_no=0, until=NOW + 60_000)
    page = table(state(waiting, you=None, seat=0, kept=True))
    expect(page.locator("#me .name")).to_have_text("You")
    expect(page.locator("#opp .name")).to_have_text("Open seat")


def rows(page: Page) -> list[str]:
    """The lines of the list of moves, with whose they are."""
    lines = page.locator(".moves li").all()
    return [
        " ".join([line.locator("u").get_attribute("aria-label") or "", *line.inner_text().split()]).strip()
        for line in lines
    ]


def test_doubles_and_answers_stand_in_the_list_of_moves(board: Boards) -> None:
    cube: dict[str, Any] = {"cubes": True, "length": 5}
    log = [LogLine(1, (6, 1), "13/7 8/7")]
    page = board(state(match(**cube), log=log), settings={"roll": False, "speed": 0})
    offered = match(phase="double", proposed=(2,), **cube)
    push(page, event(8, ev.Doubled(at=1, side=0, value=2), offered))
    push(page, event(9, ev.Taken(at=1, side=1), match(cube=Cube(2, 1), **cube)))
    idle(page)
    assert rows(page) == ["Stoyan 1 6-1 13/7 8/7", "You double to 2", "Stoyan accepts the double"]
    boot: dict[str, Any] = msgspec.json.decode(state(match(**cube), log=log))
    boot["cubes"] = [
        {"at": 0, "side": 0, "act": "doubled", "value": 2},
        {"at": 0, "side": 1, "act": "dropped"},
    ]
    page = board(msgspec.json.encode(boot), settings={"roll": False, "speed": 0})
    assert rows(page) == ["You double to 2", "Stoyan declines the double", "Stoyan 1 6-1 13/7 8/7"]
