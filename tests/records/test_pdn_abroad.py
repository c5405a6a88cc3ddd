"""Moves of draughts of other countries in PDN: each is read as it was written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games.draughts_positions import ABROAD, draughts, positions
from tests.support.records.board_records import moves, sat
from tests.support.search_budget import times
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.registry import BOARD_GAMES
from zaria.records import convert
from zaria.records.formats import pdn

GAMES = [draughts(name) for name in ABROAD]
OFFERED = [name for name in ABROAD if name in BOARD_GAMES]


@pytest.mark.parametrize("name", OFFERED)
def test_a_game_is_read_as_it_was_written(name: str) -> None:
    for seed in range(times(3, least=1)):
        events = sat(name, seed, 120)
        text = convert.write(events, "pdn")
        assert f'[GameType "{pdn.GAME_TYPES[name]}"]'.encode() in text
        assert moves(pdn.load(text)) == moves(events)


@settings(max_examples=times(200))
@given(positions(st.sampled_from(GAMES)))
def test_moves_are_read_as_they_are_written(position: DraughtsPosition) -> None:
    for way in position.legal_moves():
        assert way.move in pdn.find(position, pdn.written(position, way.move))


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("brazilian-draughts", "W:Wf6:Bc7,e7", {"f6xb6"}),
        ("pool-checkers", "W:WK27:B24", {"27x20"}),
        ("czech-draughts", "B:Wg7:Bh8,Kh6", {"h6xf8"}),
        ("spanish-draughts", "W:W18,K30:B20,K26", {"30x17", "30x21"}),
        ("italian-draughts", "W:W22:BK18,19", {"22x15"}),
        ("thai-draughts", "W:WK29:B18", {"4-18"}),
        ("thai-draughts", "B:W30:B5", {"28-24"}),
        ("frisian-draughts", "W:WK46:B26", {"46x16", "46x6"}),
        ("canadian-draughts", "B:W46,67,K24:B30,K68", {"68x18"}),
        ("turkish-draughts", "W:Wa2:BKa8", {"a2-a3", "a2-b2"}),
        ("turkish-draughts", "W:Wc6:Bc7,d8", {"c6xe8"}),
    ],
)
def test_notation(name: str, text: str, words: set[str]) -> None:
    position = draughts(name).parse(text)
    assert {pdn.written(position, way.move) for way in position.legal_moves()} == words
