"""The engine's opinion of a bare position over HTTP, and the limit of all questions to engines."""

import json
from typing import Any
from urllib.parse import quote

import pytest
from django.test import RequestFactory
from django.utils import translation
from django.utils.translation import gettext

from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.matches.analysis import engine_questions, opinions
from zaria.club.matches.analysis.engine_questions import NoAnswerError
from zaria.club.matches.replay.position_query import read_position
from zaria.live.rate_limits import Rates
from zaria.match.match import Cube

pytestmark = pytest.mark.xdist_group("records")

RACE = "X=6:2,off:13;O=2:2,1:2,off:11"
TO_FIVE = "XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:3:0:5:10"
ONE_MATE = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"


def asked(server: Server, game: str, query: str = "", language: str = "en") -> tuple[int, Any]:
    """The status and the answer."""
    page = Visitor(server.url, language).get(f"/position/{game}/opinion.json?{query}")
    return page.status, json.loads(page.text)


@pytest.mark.parametrize("side", [0, 1])
def test_a_position_without_dice_has_a_value_for_the_side_on_roll(shelved: Server, side: int) -> None:
    status, opinion = asked(shelved, "tabla", f"p={quote(RACE)}&side={side}")
    assert (status, opinion["side"], opinion["unit"], opinion["choices"]) == (200, side, "points", [])
    assert 0 < opinion["chances"][0] < 1
    assert -1 <= opinion["value"] <= 1


def test_a_roll_has_its_best_turns(shelved: Server) -> None:
    status, opinion = asked(
        shelved, "backgammon", "p=" + quote("X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5;due=31")
    )
    assert status == 200
    assert opinion["choices"][0]["text"] == "8/5 6/5"
    assert opinion["value"] == opinion["choices"][0]["equity"]


def test_the_best_moves_on_squares(shelved: Server) -> None:
    status, opinion = asked(shelved, "chess", "p=" + quote(ONE_MATE))
    assert (status, opinion["unit"], opinion["side"]) == (200, "chance", 0)
    assert opinion["choices"][0]["move"] == "a1a8"


@pytest.mark.parametrize(
    ("game", "query", "status", "code", "sentence"),
    [
        ("tabla", "p=rubbish", 422, "bad_position", "This is not a position of this game."),
        ("tabla", "set=no_such_rule=1", 422, "bad_position", "This is not a position of this game."),
        ("tabla", f"p={quote('X=off:15;O=1:2,off:13')}", 404, "nothing", "Nothing to decide here."),
        ("chess", f"p={quote('4k3/8/8/8/8/8/8/4K3 w - - 0 1')}", 404, "nothing", "Nothing to decide here."),
        (
            "backgammon",
            f"p={TO_FIVE.replace(':2:3:0:5:', ':7:3:0:5:')}",
            422,
            "bad_position",
            "This is not a position of this game.",
        ),
    ],
)
def test_what_has_no_opinion_is_refused_in_the_readers_language(
    shelved: Server, game: str, query: str, status: int, code: str, sentence: str
) -> None:
    for language in ("en", "el"):
        answer_status, answer = asked(shelved, game, query, language)
        assert (answer_status, answer["code"]) == (status, code)
        with translation.override(language):
            assert answer["reason"] == gettext(sentence)


def test_there_is_no_opinion_of_an_unknown_game(shelved: Server) -> None:
    assert Visitor(shelved.url).get("/position/ludo/opinion.json").status == 404


def test_the_score_and_the_cube_of_a_notation_count() -> None:
    shown = read_position(RequestFactory().get("/x", {"p": TO_FIVE}).GET, "backgammon")
    match = opinions.match_of("backgammon", shown, "somebody")
    assert (match.terms.length, match.score, match.cube, match.phase) == (5, (3, 2), Cube(2, 1), "roll")
    assert match.terms.cube


def test_a_match_that_is_won_has_no_opinion() -> None:
    won = RequestFactory().get("/x", {"p": TO_FIVE.replace(":2:3:0:5:", ":7:3:0:5:")})
    with pytest.raises(NoAnswerError):
        opinions.match_of("backgammon", read_position(won.GET, "backgammon"), "somebody")


async def test_who_asks_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = Rates(2)
    monkeypatch.setattr(engine_questions, "rates", lambda: rates)
    request = RequestFactory().get("/x", REMOTE_ADDR="203.0.113.9")
    assert [await engine_questions.allowed(request) for _ in range(3)] == [True, True, False]


async def test_too_many_questions_are_refused_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = Rates(1)
    monkeypatch.setattr(engine_questions, "rates", lambda: rates)
    request = RequestFactory().get("/x", REMOTE_ADDR="203.0.113.9")
    assert await engine_questions.allowed(request)
    answer = await opinions.opinion(request, "tabla")
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
