"""Another turn in place of one of a finished match: what is possible, what it costs, and who may ask."""

import json
from typing import Any

import pytest

from tests.support.finished_matches import played
from tests.support.http_client import Visitor
from tests.support.records.shelf import on_squares
from tests.support.servers import Server
from zaria.match.events import Moved, TurnPlayed
from zaria.records.replay import has_frame

pytestmark = pytest.mark.xdist_group("records")


def turns(events: Any) -> list[tuple[int, Any]]:
    """The turns of a match with the numbers of their frames."""
    frames = [event for event in events if has_frame(event)]
    return [(at, event) for at, event in enumerate(frames) if isinstance(event, TurnPlayed | Moved)]


def asked(server: Server, match: str, query: str) -> tuple[int, Any]:
    """The status and the answer."""
    page = Visitor(server.url).get(f"/t/{match}/attempt.json?{query}")
    return page.status, json.loads(page.text)


def test_the_ways_to_play_a_turn_lead_to_a_comparison(shelved: Server) -> None:
    at, turn = next((at, turn) for at, turn in turns(played("tabla-match")) if len(turn.moves) == 2)
    status, ways = asked(shelved, "tabla-match", f"frame={at}")
    assert (status, ways["side"], ways["ways"]) == (200, turn.side, None)
    point, die, following = ways["tree"][0][0]
    second = ways["tree"][following][0]
    status, comparison = asked(
        shelved, "tabla-match", f"frame={at}&moves={point}-{die},{second[0]}-{second[1]}"
    )
    assert status == 200
    assert [choice["played"] for choice in comparison["choices"] if choice.get("played")] == [True]
    assert comparison.get("loss", 0) >= 0
    assert comparison["onward"].startswith("/new/tabla?position=")
    assert Visitor(shelved.url).get(comparison["onward"]).status == 200
    moves = ",".join(f"{point}-{die}" for point, die in turn.moves)
    assert asked(shelved, "tabla-match", f"frame={at}&moves={moves}")[0] == 200


def test_a_move_on_squares_is_compared_too(shelved: Server) -> None:
    at, move = turns(on_squares("russian-draughts"))[0]
    status, ways = asked(shelved, "russian-draughts", f"frame={at}")
    assert (status, ways["tree"]) == (200, None)
    assert move.move in [way["move"] for way in ways["ways"]]
    status, comparison = asked(shelved, "russian-draughts", f"frame={at}&move={ways['ways'][0]['move']}")
    assert (status, comparison["unit"]) == (200, "chance")
    assert comparison["onward"].startswith("/new/russian-draughts?position=")


def test_what_cannot_be_compared_is_refused(shelved: Server) -> None:
    at, _ = turns(played("tabla-match"))[0]
    first, _ = turns(on_squares("russian-draughts"))[0]
    for match, query, status, code in (
        ("nothing", "frame=1", 404, "no_match"),
        ("running", "frame=1", 409, "unfinished"),
        ("tabla-match", "", 404, "nothing"),
        ("tabla-match", "frame=0", 404, "nothing"),
        ("tabla-match", "frame=999999", 404, "nothing"),
        ("tabla-match", f"frame={at}&moves=24-9", 422, "illegal"),
        ("tabla-match", f"frame={at}&moves=nonsense", 422, "illegal"),
        ("tabla-match", f"frame={at}&move=e4", 422, "illegal"),
        ("russian-draughts", f"frame={first}&move=a1a9", 422, "illegal"),
    ):
        answer_status, answer = asked(shelved, match, query)
        assert (answer_status, answer["code"]) == (status, code), query
        assert answer["reason"]
