"""Puzzles in the API."""

import pytest

from tests.support.club.api_client import Caller
from tests.support.club.puzzle_samples import AVOID, BACKGAMMON, DOUBLE, MOVE, SECOND_TURN, TURN
from tests.support.servers import Server

pytestmark = pytest.mark.xdist_group("puzzles")


def test_a_list_goes_on_after_its_last_puzzle(puzzle_club: Server) -> None:
    api = Caller(puzzle_club.url)
    answer = api.ask("v1/puzzles?game=tabla")
    assert [row["id"] for row in answer.body] == [TURN.id, SECOND_TURN.id, AVOID.id]
    assert answer.body[0]["themes"] == ["opening", "point"]
    assert [row["id"] for row in api.ask(f"v1/puzzles?game=tabla&after={TURN.id}&theme=safety").body] == [
        AVOID.id
    ]
    assert api.ask("v1/puzzles?game=chess").code == "unknown_game"


def test_one_puzzle_and_that_of_the_day_come_without_solutions(puzzle_club: Server) -> None:
    api = Caller(puzzle_club.url)
    body = api.ask(f"v1/puzzles/{TURN.id}").body
    assert (body["position"], body["dice"], body["choices"]) == (TURN.position, [3, 1], [])
    assert "answers" not in body
    assert sorted(api.ask(f"v1/puzzles/{AVOID.id}").body["choices"]) == sorted(
        answer.turn for answer in AVOID.answers
    )
    assert api.ask("v1/puzzles/daily?game=squares").body["id"] == MOVE.id
    assert api.ask("v1/puzzles/daily").body["game"] in ("tabla", "backgammon")
    assert api.ask("v1/puzzles/nothing1").code == "unknown_puzzle"
    assert api.ask("v1/puzzles/daily?game=chess").code == "unknown_game"


def test_an_answer_is_graded(puzzle_club: Server) -> None:
    api = Caller(puzzle_club.url)
    answer = api.tell(f"v1/puzzles/{BACKGAMMON.id}/attempt", {"moves": [[8, 3], [6, 1]]})
    assert answer.body == {"verdict": "solved", "loss": 0.0, "listed": True, "best": "8/5 6/5", "line": []}
    assert api.tell(f"v1/puzzles/{DOUBLE.id}/attempt", {"choice": "double"}).body["loss"] == 0.12
    onward = api.tell(f"v1/puzzles/{MOVE.id}/attempt", {"move": MOVE.line[0]}).body
    assert (onward["verdict"], onward["line"]) == ("go_on", list(MOVE.line[:2]))
    last = {"move": MOVE.line[2], "line": list(MOVE.line[:2])}
    assert api.tell(f"v1/puzzles/{MOVE.id}/attempt", last).body["verdict"] == "solved"
    assert api.tell(f"v1/puzzles/{TURN.id}/attempt", {"moves": [[1, 1]]}).code == "bad_answer"
