"""Asking for an analysis on the site, and what is refused."""

import json
import re
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.support.finished_matches import keep, shelve
from tests.support.http_client import Page, Visitor
from tests.support.match.dice_matches import Table
from tests.support.scripts import LANGUAGES
from tests.support.servers import Server
from zaria.bots.analysis import decode
from zaria.match import commands as cmd
from zaria.match.terms import Terms

NAMES = ("tabla-single", "chelebi-single", "indiyka-single", "backgammon-single")

pytestmark = pytest.mark.xdist_group("analysis")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club where matches were played long ago, whose programs judge simply and slowly."""
    data = tmp_path_factory.mktemp("analysed")
    shelve(data, *NAMES)
    cleared = Table(Terms("tabla"), seated=False)
    cleared.do(0, cmd.Cancel())
    keep(data, {"cleared": cleared.events, "going": Table(Terms("tabla"), (3, 1)).events})
    server = Server(
        data,
        module="tests.support.club.slow_analysis_server",
        ZARIA_SLOW="0.001",
        ZARIA_ANALYSES_A_MINUTE="4",
    )
    yield server
    server.stop()


def body(page: Page) -> Any:
    return json.loads(page.text)


def ask(visitor: Visitor, match_id: str, depth: str = "quick") -> Page:
    return visitor.post(f"/t/{match_id}/analysis.json", depth=depth)


def state(visitor: Visitor, match_id: str, depth: str = "quick", **headers: str) -> Page:
    return visitor.get(f"/t/{match_id}/analysis.json?depth={depth}", **headers)


def until(visitor: Visitor, match_id: str, wanted: str) -> Any:
    """Ask, as the page does."""
    end = time.monotonic() + 60
    while (answer := body(state(visitor, match_id)))["state"] != wanted:
        assert answer["state"] in ("waiting", "working"), answer
        assert time.monotonic() < end
        time.sleep(0.05)
    return answer


def test_from_the_question_to_the_answer(club: Server) -> None:
    visitor = Visitor(club.url)
    none = state(visitor, "tabla-single")
    assert (none.status, body(none)) == (200, {"state": "none", "depth": "quick", "depths": {}})
    again = state(visitor, "tabla-single", **{"If-None-Match": none.headers["ETag"]})
    assert again.status == 304
    address = "/t/tabla-single/analysis/quick.json"
    assert visitor.get(address).status == 404
    answer = ask(visitor, "tabla-single")
    assert (answer.status, body(answer)["state"]) == (202, "waiting")
    refusal = ask(visitor, "chelebi-single")
    assert (refusal.status, body(refusal)["code"], refusal.headers["Retry-After"]) == (
        429,
        "one_at_a_time",
        "60",
    )
    assert until(visitor, "tabla-single", "done") == {
        "state": "done", "depth": "quick", "progress": 100, "ahead": 0, "url": address,
        "depths": {"quick": "done"},
    }  # fmt: skip
    page = visitor.get(address, **{"Accept-Encoding": "gzip"})
    analysis = decode(page.text.encode())
    assert (analysis.id, len(analysis.decisions)) == ("tabla-single", 37)
    assert page.headers["Content-Encoding"] == "gzip"
    packed = visitor.get(address, **{"If-None-Match": page.headers["ETag"]})
    assert packed.status == 304
    assert (ask(visitor, "tabla-single").status, ask(Visitor(club.url), "tabla-single").status) == (200, 200)
    other_depth = body(state(visitor, "tabla-single", "deep"))
    assert other_depth == {"state": "none", "depth": "deep", "depths": {"quick": "done"}}


def test_a_result_has_its_errors_and_luck_after_an_analysis(club: Server) -> None:
    visitor = Visitor(club.url)
    address = "/t/indiyka-single/grades"
    before = visitor.get(address)
    assert before.status == 200
    assert 'action="/t/indiyka-single/analysis.json"' in before.text
    assert re.search(r'name="depth"\s+value="quick"', before.text)
    assert ask(visitor, "indiyka-single").status == 202
    until(visitor, "indiyka-single", "done")
    part = visitor.get(address).text
    assert len(re.findall(r'<i class="mark-checker(?: ebony)?" style="left:[\d.]+%"></i>', part)) == 2
    assert len(re.findall(r"<span>[^<]+: (?:very good|good|fairly good) play|many errors</span>", part)) >= 2
    assert 'class="luck-share"' in part
    assert "result-lesson" not in part, "it is a player's own"
    assert "<form" not in part
    for match_id, status in (("going", 204), ("cleared", 204), ("nothing", 404)):
        assert visitor.get(f"/t/{match_id}/grades").status == status


@pytest.mark.parametrize(
    ("match_id", "depth", "status", "code"),
    [
        ("going", "quick", 409, "unfinished"),
        ("cleared", "quick", 409, "no_game"),
        ("nothing", "quick", 404, "no_match"),
        ("tabla-single", "deepest", 422, "bad_depth"),
    ],
)
def test_what_is_refused(club: Server, match_id: str, depth: str, status: int, code: str) -> None:
    visitor = Visitor(club.url)
    for page in (ask(visitor, match_id, depth), state(visitor, match_id, depth)):
        assert (page.status, body(page)["state"], body(page)["code"]) == (status, "refused", code)


def test_the_reason_is_shown_in_the_visitors_language(club: Server) -> None:
    reasons = {body(state(Visitor(club.url, lang), "going"))["reason"] for lang in LANGUAGES}
    assert len(reasons) == len(LANGUAGES)


def test_a_form_without_its_token_changes_nothing(club: Server) -> None:
    visitor = Visitor(club.url)
    page = visitor.post("/t/chelebi-single/analysis.json", depth="quick", csrfmiddlewaretoken="x" * 64)
    assert page.status == 403
    assert body(state(visitor, "chelebi-single"))["state"] == "none"


def test_nobody_asks_all_the_time(club: Server) -> None:
    visitor = Visitor(club.url)
    visitor.get("/")
    codes = [
        body(ask(visitor, "backgammon-single", "deep" if turn else "quick")).get("code") for turn in range(9)
    ]  # one more than four in each of two minutes: one may end meanwhile
    assert codes[0] is None
    assert codes[1] == "one_at_a_time"
    assert "too_many" in codes


def behind_proxy(server: Server, address: str) -> Visitor:
    """A new visitor without cookies, whose address a proxy states."""
    return Visitor(server.url, **{"X-Forwarded-For": address})


@pytest.mark.slow
def test_new_cookies_do_not_fill_the_line(tmp_path: Path) -> None:
    shelve(tmp_path, *NAMES)
    behind = {"ZARIA_PROXIES": "127.0.0.1", "ZARIA_ANALYSES_A_MINUTE": "100", "ZARIA_SLOW": "0.5"}
    server = Server(tmp_path, port=0, bot_pause=0, module="tests.support.club.slow_analysis_server", **behind)
    try:
        addresses = [f"2001:db8:7:7::{number}" for number in range(4)]
        pages = [ask(behind_proxy(server, where), name) for where, name in zip(addresses, NAMES, strict=True)]
        assert [page.status for page in pages] == [202, 202, 202, 429]
        assert body(pages[3])["code"] == "too_many"
        assert ask(behind_proxy(server, "2001:db8:7:8::"), NAMES[3]).status == 202
        with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as db:
            rows = db.execute("SELECT asked_by, origin FROM analysis_analysis").fetchall()
    finally:
        server.stop()
    assert [len({origin for _, origin in rows}), len({name for name, _ in rows})] == [2, 4]
    assert not any("2001:" in word for row in rows for word in row)


@pytest.mark.slow
def test_a_server_that_was_killed_goes_on(tmp_path: Path) -> None:
    shelve(tmp_path, "tabla-single")
    with Server(tmp_path, module="tests.support.club.slow_analysis_server", ZARIA_SLOW="0.002") as server:
        visitor = Visitor(server.url)
        ask(visitor, "tabla-single")
        until(visitor, "tabla-single", "working")
        server.stop(signal.SIGKILL)
        server.restart()
        until(visitor, "tabla-single", "done")
