"""Finding games by name and options; what every one of them answers."""

import pytest

from zaria import games
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.contact import ContactRule
from zaria.games.protocols import DiceGame, IllegalTurnError, InvalidOptionsError, Option, UnknownGameError

NAMES = [
    "tabla",
    "tapa",
    "gulbara",
    "chelebi",
    "indiyka",
    "antitabla",
    "tabla-bg",
    "tavla",
    "gulbahar",
    "short-nardy",
    "long-nardy",
    "gulbar",
    "crazy-gulbar",
    "sport-nardy",
    "short-nardy-5s",
    "long-nardy-5s",
    "portes",
    "plakoto",
    "fevga",
    "tavli",
    "moultezim",
    "backgammon",
    "nackgammon",
    "longgammon",
    "hypergammon",
    "three-games",
]


ON_SQUARES = [
    "russian-draughts",
    "giveaway",
    "english-draughts",
    "draughts",
    "brazilian-draughts",
    "pool-checkers",
    "czech-draughts",
    "thai-draughts",
    "spanish-draughts",
    "portuguese-draughts",
    "italian-draughts",
    "turkish-draughts",
    "frisian-draughts",
    "canadian-draughts",
    "ugolki",
    "chess",
    "chess960",
]
COORDINATES = {
    "spanish-draughts": "mirror-light",
    "portuguese-draughts": "mirror-light",
    "italian-draughts": "mirror",
    "turkish-draughts": "plain",
}
SIZES = {"canadian-draughts": 12, "frisian-draughts": 10, "draughts": 10}
NUMBERED = (
    "english-draughts",
    "draughts",
    "pool-checkers",
    "thai-draughts",
    "frisian-draughts",
    "canadian-draughts",
)
BLACK_BEGINS = ("english-draughts", "pool-checkers", "thai-draughts")
OPENED_ANEW = ("sport-nardy", "backgammon", "nackgammon", "longgammon", "hypergammon")
"""Games that begin with an opening roll, also after a game that somebody has won."""


def test_names() -> None:
    assert games.names() == NAMES
    assert games.names_on_squares() == ON_SQUARES


@pytest.mark.parametrize("name", NAMES)
def test_a_game_answers_to_the_protocol(name: str) -> None:
    game: DiceGame = games.dice_game(name)
    assert game.id == name
    assert (game.kind, game.is_board) == ("dice", False)
    assert game.title
    assert "\n" not in game.source
    assert game.source
    assert game.contact in ContactRule
    assert game.parallel == (game.contact is ContactRule.SINGLE)
    assert game.opening in ("play", "reroll")
    assert game.next_starter == ("roll" if name in OPENED_ANEW else "winner")
    assert game.misere == (name == "antitabla")
    points = [points for points, _ in game.classes]
    assert points == sorted(set(points))
    assert points[0] == 1
    assert game.nth(1) == game.rotation[0]
    for side in (0, 1):
        start = game.start(side)
        assert (start.turn, start.duty, start.outcome(), start.locked()) == (side, None, None, False)
        assert game.parse(start.to_text(), side) == start
        assert [start.unavoidable(loser) for loser in (0, 1)] == [1, 1]


@pytest.mark.parametrize("name", ON_SQUARES)
def test_a_game_on_squares_answers_to_its_protocol(name: str) -> None:
    game: BoardGame = games.board_game(name)
    assert game is games.get(name)
    assert game.id == name
    assert (game.kind, game.is_board) == ("board", True)
    assert game.title
    assert game.source
    assert "\n" not in game.source
    assert game.size == SIZES.get(name, 8)
    assert game.coordinates == COORDINATES.get(name, "numbers" if name in NUMBERED else "letters")
    assert game.light_below
    assert game.first == (name in BLACK_BEGINS)
    assert game.classes == ((1, "single"),)
    assert (game.nth(3), game.rotation) == (game, (game,))
    start: BoardPosition = game.start()
    assert (start.game, start.turn, start.plies, start.outcome()) == (game, game.first, 0, None)
    assert (start.reason(), {counter.now for counter in start.counters()}) in (("", set()), ("", {0}))
    assert [len(row) for row in start.board().split("/")] == [game.size] * game.size
    assert game.parse(start.to_text()) == start
    assert start.perft(2) == sum(len(start.move(way.move).legal_moves()) for way in start.legal_moves())
    for way in start.legal_moves():
        assert start.notation(way.move)
        assert start.move(way.move).plies == 1
    for text in ("", "32-32", "a1-a1", "32", "\0"):
        with pytest.raises(IllegalTurnError):
            start.move(text)


@pytest.mark.parametrize("name", [*NAMES, *ON_SQUARES])
def test_every_value_of_every_choice_is_a_game(name: str) -> None:
    defaults = games.get(name).agreed({})
    for option, values in games.get(name).choices:
        assert values[0] == defaults[option]
        for value in values:
            game = games.get(name, **{option: value})
            assert (game == games.get(name)) == (value == defaults[option])


def test_the_same_game_is_the_same_object() -> None:
    assert games.dice_game("tapa") is games.dice_game("tapa", first_long_move="both")
    assert games.dice_game("tapa") is not games.dice_game("tapa", first_long_move="off")


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("mahjong", {}, UnknownGameError),
        ("", {}, UnknownGameError),
        ("tabla", {"head_list": "nardy"}, InvalidOptionsError),
        ("tapa", {"first_long_move": "sometimes"}, InvalidOptionsError),
        ("tapa", {"first_long_move": 1}, InvalidOptionsError),
        ("gulbara", {"ladder_from_roll": 3}, InvalidOptionsError),
        ("gulbara", {"ladder_from_roll": True}, InvalidOptionsError),
        ("crazy-gulbar", {"ladder": "2"}, InvalidOptionsError),
        ("long-nardy", {"home_mars": "4"}, InvalidOptionsError),
        ("long-nardy", {"home_mars": True}, InvalidOptionsError),
        ("long-nardy", {"six_block": "off"}, InvalidOptionsError),
        ("long-nardy-5s", {"head_list": "nardy"}, InvalidOptionsError),
        ("short-nardy-5s", {"paritet": 1}, InvalidOptionsError),
        ("short-nardy", {"caucasus": "yes"}, InvalidOptionsError),
    ],
)
def test_refusals(name: str, options: dict[str, Option], error: type[Exception]) -> None:
    with pytest.raises(error):
        games.get(name, **options)


def test_dice_are_not_looked_for_on_squares() -> None:
    with pytest.raises(UnknownGameError):
        games.board_game("tabla")
