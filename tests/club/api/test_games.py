"""The API's answers about games and positions follow the rules."""

from urllib.parse import urlencode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.club.api_client import Caller
from tests.support.search_budget import times
from tests.support.servers import Server
from zaria import games
from zaria.club.api.games import _turns
from zaria.club.api.problems import ProblemError
from zaria.club.api.schemas import Turns
from zaria.club.games.catalogue import TITLES

START = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"


def turns(server: Server, game: str, **query: str) -> tuple[int, dict[str, object]]:
    answer = Caller(server.url).ask(f"v1/games/{game}/turns?{urlencode(query)}")
    return answer.status, answer.body


def test_all_games_in_the_language_asked_for(server: Server) -> None:
    caller = Caller(server.url)
    english = caller.ask("v1/games").body
    assert [game["id"] for game in english] == list(TITLES)
    assert english[1]["title"] == "Tabla"
    assert english[1]["wins"][0] == {"kind": "single", "points": 1}
    answer = caller.ask("v1/games", Accept_Language="bg,en;q=0.5")
    assert answer.body[1]["title"] == "Табла"
    assert answer.headers["Content-Language"] == "bg"
    assert english[0]["rotation"] == ["tabla", "gulbara", "tapa"]


@pytest.mark.parametrize("game", TITLES)
def test_every_game_begins_somewhere(game: str) -> None:
    squares = game in games.names_on_squares()
    answer = _turns(game, "", "" if squares else "31", 0, [])
    assert len(answer["turns"]) >= 1
    assert Turns.model_validate(answer, extra="forbid").side == answer["side"]
    for turn in answer["turns"]:
        again = games.get(game).parse(turn["position"], *(() if squares else (turn["side"],)))
        assert again.to_text() == turn["position"]
        assert again.turn == turn["side"]


def test_the_name_of_a_chess_opening(server: Server) -> None:
    caller = Caller(server.url)
    answer = caller.ask("v1/games/chess/opening?moves=e4+c5+Nf3+a6+h4")
    assert answer.body == {
        "opening": {"eco": "B28", "name": "Sicilian Defense: O'Kelly Variation", "plies": 4},
        "in_book": True,
    }
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert caller.ask("v1/games/chess/opening?moves=").body == {"opening": None, "in_book": True}
    refused = caller.ask("v1/games/chess/opening?moves=e4+e4")
    assert (refused.status, refused.body["code"]) == (422, "bad_field")


def test_a_game_with_all_that_can_be_agreed_on(server: Server) -> None:
    description = Caller(server.url).ask("v1/games/long-nardy").body
    assert description["contact"] == "single"
    assert description["parallel"] is True
    assert description["start"] == "X=24:15;O=24:15"
    names = {option["name"] for option in description["options"]}
    assert names == dict(games.dice_game("long-nardy").choices).keys()
    assert names < {term["name"] for term in description["terms"]}
    length = next(term for term in description["terms"] if term["name"] == "length")
    assert length["usual"] == "1"
    assert description["formats"] == ["json"]
    assert Caller(server.url).ask("v1/games/backgammon").body["formats"] == ["json", "mat", "sgf"]
    assert Caller(server.url).ask("v1/games/chess").body["size"] == 8


def test_legal_turns_of_a_position(server: Server) -> None:
    status, answer = turns(server, "tabla", position=START, roll="31", side="1")
    position = games.dice_game("tabla").parse(START, 1).rolled((3, 1))
    assert status == 200
    assert answer["position"] == f"{START};due=31"
    assert answer["dice"] == [3, 1]
    assert answer["turns"] == [
        {
            "text": str(turn),
            "moves": [list(move) for move in turn.moves],
            "position": after.to_text(),
            "side": 0,
        }
        for turn, after in zip(position.turns(), position.results(), strict=True)
    ]


def test_a_stage_leads_to_the_next() -> None:
    first = _turns("gulbara", "", "55", 0, [])
    assert first["dice"] == [5, 5, 5, 5]
    climbed = first["turns"][0]
    assert climbed["side"] == 0
    assert climbed["position"].endswith(";ladder=6666")
    assert _turns("gulbara", climbed["position"], "", climbed["side"], [])["dice"] == [6, 6, 6, 6]


def test_a_pass_is_a_turn() -> None:
    shut = _turns("tabla", "X=bar:1;O=6:2,5:2,4:2,3:2,2:2,1:2", "66", 0, [])
    assert [(turn["text"], turn["moves"]) for turn in shut["turns"]] == [("", ())]


def test_positions_written_by_others() -> None:
    position = _turns("backgammon", "4HPwATDgc/ABMA", "31", 0, [])
    assert len(position["turns"]) == len(games.dice_game("backgammon").start().turns((3, 1)))
    mate = _turns("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "", 0, [])
    assert mate["ended"] == {"winner": 1, "points": 1, "kind": "single"}
    assert "turns" not in mate


def test_what_was_agreed_on_counts() -> None:
    assert "starter" not in _turns("short-nardy-5s", "", "31", 0, [])["position"]
    assert ";starter=X" in _turns("short-nardy-5s", "", "31", 0, ["paritet=true"])["position"]


@pytest.mark.parametrize(
    ("game", "query", "code"),
    [
        ("tabla", {}, "no_roll"),
        ("tabla", {"roll": "71"}, "bad_field"),
        ("tabla", {"roll": "311"}, "bad_field"),
        ("tabla", {"roll": "31", "side": "2"}, "bad_field"),
        ("tabla", {"roll": "31", "position": "nonsense"}, "bad_position"),
        ("tabla", {"roll": "31", "position": "X=24:99;O="}, "bad_position"),
        ("tabla", {"roll": "31", "position": "X" * 500}, "bad_field"),
        ("tabla", {"roll": "31", "set": "nothing=1"}, "bad_options"),
        ("chess", {"roll": "31"}, "no_dice"),
        ("chess", {"position": "8/8/8/8/8/8/8/8 w - - 0 1"}, "bad_position"),
        ("tabla", {"roll": "31", "position": f"{START};due=31"}, "bad_field"),
        ("three", {"roll": "31"}, "unknown_game"),
    ],
)
def test_what_makes_no_sense_is_said(server: Server, game: str, query: dict[str, str], code: str) -> None:
    status, answer = turns(server, game, **query)
    assert (status, answer["code"]) == (404 if code == "unknown_game" else 422, code)
    assert answer["text"]


def test_other_digits_are_no_roll() -> None:
    with pytest.raises(ProblemError):
        _turns("tabla", "", "３１", 0, [])


@settings(max_examples=times(100))
@given(
    st.sampled_from(list(TITLES)),
    st.sampled_from([START, "X=24:15;O=24:15", "8/8/8/8/8/8/8/8 w - - 0 1", "W:WK21:B7,12"]),
    st.lists(st.tuples(st.integers(0, 50), st.sampled_from([*"0123456789:,;=XOKk^/ ", "bar", ";due=", ""]))),
    st.sampled_from(["", "11", "62"]),
)
def test_whatever_is_sent_is_answered(
    game: str, text: str, changes: list[tuple[int, str]], roll: str
) -> None:
    for at, new in changes:
        text = text[:at] + new + text[at + 1 :]
    try:
        answer = _turns(game, text, roll, 0, [])
    except ProblemError:
        return
    assert answer.get("turns") or answer["ended"]
