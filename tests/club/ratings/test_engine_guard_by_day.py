"""The engine tells members nothing about the boards of their running rated matches by the day."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.support.club.day_tables import store_day_table
from tests.support.club.member_client import Somebody
from tests.support.finished_matches import keep
from tests.support.http_client import Page, Visitor
from tests.support.match.board_matches import give, position
from tests.support.match.dice_matches import Table
from tests.support.patience import PATIENCE
from tests.support.servers import Server
from zaria.match import commands as cmd
from zaria.match.terms import ClockTerms, Terms

MOVES = ("e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4", "g8f6")
RULE = "rated_match"
SENTENCE = "The engine is available again once your rated match is over."


def played(*moves: str) -> Table:
    table = Table(Terms("chess"))
    for move in moves:
        give(table, move)
    return table


def fen(plies: int) -> str:
    return position(played(*MOVES[:plies])).to_text()


def mirrored(text: str) -> str:
    """The same position with the sides exchanged."""
    board, turn, castling, *clocks = text.split()
    rows = "/".join(reversed(board.swapcase().split("/")))
    return " ".join([rows, "wb"[turn == "w"], "".join(sorted(castling.swapcase())), *clocks])


def finished(begin: str, *moves: str) -> Table:
    """A game from a position that was given up after these moves."""
    table = Table(Terms("chess", position=begin))
    for move in moves:
        give(table, move)
    table.do(table.match.turn, cmd.Resign(1))
    return table


class People:
    """A club with a member whose rated match by the day stands after `MOVES`, and a stranger."""

    def __init__(self, data: Path) -> None:
        two_more = ("b1c3", "a7a6")
        keep(
            data,
            {
                "running": finished(fen(8), *two_more).events,
                "before": finished(fen(7), "e7e5", "d4b5").events,
                "elsewhere": finished("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a7", "h7h6").events,
            },
        )
        self.server = Server(data, module="tests.support.fast_engines", ZARIA_DEV_MAIL="1")
        self.member = Somebody(self.server.url).join()
        opponent = Somebody(self.server.url).join()
        self.stranger = Visitor(self.server.url)
        terms = Terms("chess", clock=ClockTerms.by_days(2), rated=True)

        def begin(table: Table) -> None:
            for move in MOVES:
                give(table, move)

        store_day_table(self.server, terms, (self.member, opponent), begin)


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    people = People(tmp_path_factory.mktemp("guarded") / "club")
    yield people
    people.server.stop()


def opinion(visitor: Visitor, text: str) -> tuple[int, Any]:
    page = visitor.get(f"/position/chess/opinion.json?p={quote(text)}")
    return page.status, json.loads(page.text)


def code(page: Page) -> tuple[int, str]:
    return page.status, json.loads(page.text).get("code", "")


@pytest.mark.parametrize("plies", [7, 8])
def test_a_running_board_is_no_question_nor_is_the_one_before(people: People, plies: int) -> None:
    for text in (fen(plies), mirrored(fen(plies))):
        status, answer = opinion(people.member, text)
        assert (status, answer.get("code")) == (403, RULE)
    assert opinion(people.stranger, fen(plies))[0] == 200


def test_earlier_boards_are_answered(people: People) -> None:
    assert opinion(people.member, fen(5))[0] == 200


@pytest.mark.parametrize("plies", [7, 8])
def test_no_computer_plays_from_there(people: People, plies: int) -> None:
    terms = {"opponent": "computer", "starter": "0", "level": "1"}
    page = people.member.post("/new", game="chess", position=fen(plies), **terms)
    assert (page.status, SENTENCE in page.text) == (422, True)
    page = by_api(people.member, fen(plies))
    assert (page.status, SENTENCE in page.text) == (422, True)
    page = people.member.post("/new", game="chess", position=fen(5), **terms)
    assert page.status == 302
    assert by_api(people.member, fen(5)).status == 201


def by_api(member: Somebody, text: str) -> Page:
    """The answer of the API to a game against the computer from a position, asked for in a browser."""
    table = {"game": "chess", "opponent": "computer", "terms": {"position": text, "level": "1"}}
    token = member.get("/", **{"Sec-Fetch-Site": "same-origin"}).token
    headers = {"X-CSRFToken": token, "Referer": member.url + "/"}
    return member.send("POST", "/api/v1/tables", json=table, headers=headers)


def ask(visitor: Visitor, match_id: str) -> tuple[int, str]:
    return code(visitor.post(f"/t/{match_id}/analysis.json", depth="quick"))


def until_done(visitor: Visitor, match_id: str) -> None:
    end = time.monotonic() + PATIENCE
    address = f"/t/{match_id}/analysis.json?depth=quick"
    while (answer := json.loads(visitor.get(address).text))["state"] != "done":
        assert answer["state"] in ("waiting", "working"), answer
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.parametrize("match_id", ["running", "before"])
def test_a_match_with_a_running_board_is_not_analysed_for_its_player(people: People, match_id: str) -> None:
    assert ask(people.member, match_id) == (403, RULE)
    assert ask(people.stranger, match_id)[0] == 202
    until_done(people.stranger, match_id)
    result = f"/t/{match_id}/analysis/quick.json"
    assert people.stranger.get(result).status == 200
    assert code(people.member.get(result)) == (403, RULE)
    assert code(people.member.get(f"/t/{match_id}/analysis.json?depth=quick")) == (403, RULE)
    assert people.stranger.get(f"/t/{match_id}/grades").status == 200
    assert people.member.get(f"/t/{match_id}/grades").status == 204


def test_other_analyses_have_no_lines(people: People) -> None:
    assert ask(people.member, "elsewhere")[0] in (200, 202)
    until_done(people.member, "elsewhere")
    result = "/t/elsewhere/analysis/quick.json"
    longest = [
        max(
            len(choice.get("line", ()))
            for decision in json.loads(visitor.get(result).text)["decisions"]
            for choice in decision.get("choices", ())
        )
        for visitor in (people.member, people.stranger)
    ]
    assert longest[0] == 1 < longest[1]
