"""XGID boards and gnubg Position IDs. The triples of both come from files that gnubg and XG wrote."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games.tables_notation import position
from tests.support.search_budget import times
from tests.support.strategies import positions
from zaria import games
from zaria.games.protocols import InvalidPositionError
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position
from zaria.games.tables.position_ids import gnubg_id, xgid


def tabla() -> TablesGame:
    game = games.dice_game("tabla")
    assert isinstance(game, TablesGame)
    return game


TABLA = tabla()
PAIRS = [
    ("-b----E-C---eE---c-e----B-", "4HPwATDgc/ABMA"),
    ("-B-CBBB---a---A---ABcbbbd-", "b9sBCIC5bYDQAA"),
    ("-aAaBaDaB---bD-b-A-cA-b-b-", "Mw5jkCQyz+AhAg"),
    ("aFDaA--------------a-Acbb-", "2xEAIPo9AQAEAA"),
]


@pytest.mark.parametrize(("board", "number"), PAIRS)
def test_both_name_the_same_position(board: str, number: str) -> None:
    read = position("tabla", board)
    assert read == position("tabla", number)
    assert xgid(read.board) == board
    assert gnubg_id(read.counts(read.turn), read.counts(1 - read.turn)) == number


def test_the_opponent_comes_first_in_a_gnubg_id() -> None:
    assert position("tabla", "AAAAkAAAAAAAAA").to_text() == "X=6:1,4:1,off:13;O=off:15"


@settings(max_examples=times(100))
@given(positions(st.just(TABLA)))
def test_there_and_back(where: Position) -> None:
    assert TABLA.parse(xgid(where.board), where.turn) == where
    assert TABLA.parse(gnubg_id(where.counts(where.turn), where.counts(1 - where.turn)), where.turn) == where


@pytest.mark.parametrize(
    "source",
    [
        "-b----E-C---eE---c-e----B",
        "-b----E-C---eE---c-e----Bz",
        "Pb----E-C---eE---c-e----B-",
        "A-------------------------",
        "-------------------------a",
        "-OO-----------------------",
        "4HPwATDgc/ABM",
        "4HPwATDgc/ABM=",
        "//////////////",
        "/v//BwAAAAAAAA",
    ],
)
def test_what_is_neither(source: str) -> None:
    with pytest.raises(InvalidPositionError):
        position("tabla", source)
