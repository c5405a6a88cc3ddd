"""Databases of an earlier version: opened by the code as it is, shown, played on; and nothing is renamed."""

import asyncio
import contextlib
import json
import re
import secrets
import time
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import websockets
import websockets.sync.client

from tests.corpus import api, club, files, servers, site_adapter
from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.live.page_sessions import next_command
from tests.support.patience import PATIENCE
from tests.support.servers import Server

PLAYED_ON = ("tabla unfinished", "chess unfinished")
TURNS = 8
"""Commands that are given in each of them."""


@cache
def ids() -> dict[str, str]:
    """The ids of the club's matches by their names, from many files: nothing reads them in a collection."""
    return club.ids_of(files.HERE)


def signed_in(server: Server, login: str) -> Somebody:
    """A member of the club."""
    somebody = Somebody(server.url)
    assert somebody.sign_in(login, club.PASSWORD).status == 302
    return somebody


def api_answers_as_it_did(server: Server) -> None:
    frozen = {(line["token"], line["path"]): line for line in files.read(files.HERE / "api.jsonl.xz")}
    present = list(api.questions(ids()))
    assert set(present) >= set(frozen)
    questions = [question for question in present if question in frozen]  # of games that were there then
    if "ZARIA_DATABASE_URL" in server.more:  # rules and formats come from no database
        questions = [question for question in questions if not re.search("^v1/games|/record", question[1])]
    for question in questions:
        answer = api.without_added_fields(api.answer(server.url, *question))
        answer = api.without_added_games(answer, frozen[question])
        now, choices = api.without_terms(answer)
        then, choices_then = api.without_terms(frozen[question])
        assert now == then, question
        # Since stakes are paid the club sets the fee, and a maximum stands where points multiply the stake.
        assert choices >= {choice for choice in choices_then if choice[0] not in ("fee", "most")}, question


def what_was_played_is_shown(server: Server) -> None:
    visitor = Visitor(server.url)
    match = f"/t/{ids()['tabla match']}"
    for path in ("/", match, f"{match}/replay", f"{match}.json", f"{match}.mat"):
        assert visitor.get(path).status == 200, path
    shown = visitor.get(f"{match}/replay").text
    assert "ann" in shown
    assert "dan" in shown
    assert "/@ann" in visitor.get("/ranking").text
    profile = visitor.get("/@ann")
    assert (profile.status, "ann" in profile.title) == (200, True)
    assert ids()["tabla match"] in profile.text
    analysis = visitor.get(f"/t/{ids()['backgammon match']}/analysis/quick.json")
    (line,) = [
        entry
        for entry in files.read(files.HERE / "analyses.jsonl.xz")
        if entry["match"] == ids()["backgammon match"]
    ]
    assert (analysis.status, analysis.text) == (200, line["body"])


def a_member_finds_everything(server: Server) -> None:
    ann = signed_in(server, "ann")
    for path in ("/me", "/me/stats", "/me/stats/games", "/me/stats/ratings", "/me/notices", "/me/tokens"):
        assert ann.get(path).status == 200, path
    assert ids()["tabla match"] in ann.get("/me/stats/games").text
    assert "A mistake" in ann.get("/me/notices").text
    assert "corpus" in ann.get("/me/tokens").text
    waiting = ann.get("/waiting").text
    assert ids()["backgammon waiting"] in waiting or ids()["backgammon waiting"] in ann.get("/").text


def who_is_blocked_stays_outside(server: Server) -> None:
    page = Somebody(server.url).sign_in("rudest", club.PASSWORD)
    assert (page.status, page.headers.get("Location")) != (302, "/")


def the_staff_finds_its_acts(server: Server) -> None:
    owner = signed_in(server, "owner")
    assert owner.get("/staff/").status == 200
    members = owner.get("/staff/members/member/").text
    assert all(login in members for login in ("ann", "dan", "robot", "rudest", "moder"))
    acts = owner.get("/staff/staff/act/")
    assert acts.status == 200
    for reason in ("Please be polite.", "Two accounts", "Arranged as well", "Was not", "A mistake"):
        assert reason in acts.text, reason
    assert owner.get("/staff/results/played/").status == 200


def its_analyses_are_graded(server: Server) -> None:
    """Those from before there were grades: a worker makes them of the stored record."""
    visitor, address = Visitor(server.url), f"/t/{ids()['backgammon match']}/grades"
    end = time.monotonic() + PATIENCE
    while 'class="scale"' not in visitor.get(address).text:
        assert time.monotonic() < end
        time.sleep(0.1)


SHOWN = (
    api_answers_as_it_did,
    what_was_played_is_shown,
    a_member_finds_everything,
    who_is_blocked_stays_outside,
    the_staff_finds_its_acts,
    its_analyses_are_graded,
)


@pytest.mark.parametrize("kind", by_day(("files",), servers.KINDS))
def test_a_club_of_an_earlier_version(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest, subtests: pytest.Subtests
) -> None:
    with servers.opened(kind, tmp_path / "data", request) as house:
        with _present(house.server, signed_in(house.server, "ann")):
            for check in SHOWN:
                with subtests.test(check.__name__):
                    check(house.server)
        for name in PLAYED_ON:
            with subtests.test(f"{name} is played on"):
                asyncio.run(_play_on(house.server, ids()[name]))
        house.server.stop()
        before, after = house.before, house.contents()
    for table, columns in before.tables.items():
        assert columns <= after.tables.get(table, set()), table
    assert before.rows.keys() == after.rows.keys()
    for match_id, rows in before.rows.items():
        assert after.rows[match_id][: len(rows)] == rows, match_id
    for name in PLAYED_ON:
        assert len(after.rows[ids()[name]]) >= len(before.rows[ids()[name]]) + TURNS, name


def _present(server: Server, member: Somebody) -> websockets.sync.client.ClientConnection:
    """A socket of a member: an open table goes when its owner has none for some seconds."""
    cookie = "; ".join(f"{name}={value}" for name, value in member.cookies.items())
    address = server.url.replace("http", "ws") + "/ws"
    return websockets.sync.client.connect(address, additional_headers={"Cookie": cookie}, proxy=None)


async def _play_on(server: Server, match_id: str) -> None:
    """Both guests come back with their cookies, and play."""
    async with contextlib.AsyncExitStack() as stack:
        seats = [await stack.enter_async_context(_socket(server, player)) for player in club.PLAYERS]
        for _ in range(TURNS):
            shown = [await _shown(seat, match_id) for seat in seats]
            side = shown[0]["v"]["to_act"]
            command = {"t": "do", "m": match_id, "c": secrets.token_hex(8), "k": next_command(shown[side])}
            await seats[side].send(json.dumps(command))
            answer = await _heard(seats[side], "ack", "no")
            assert answer["t"] == "ack", answer


def _socket(server: Server, player: tuple[str, str, str]) -> websockets.connect:
    cookie = f"zaria_guest={site_adapter.guest_cookie(club.SECRET_KEY, *player)}"
    address = server.url.replace("http", "ws") + "/ws"
    return websockets.connect(address, additional_headers={"Cookie": cookie}, proxy=None)


async def _shown(socket: websockets.ClientConnection, match_id: str) -> dict[str, Any]:
    await socket.send(json.dumps({"t": "watch", "m": match_id}))
    return await _heard(socket, "state")


async def _heard(socket: websockets.ClientConnection, *kinds: str) -> dict[str, Any]:
    async for frame in socket:
        message: dict[str, Any] = json.loads(frame)
        if message["t"] in kinds:
            return message
    raise AssertionError("the socket was closed")
