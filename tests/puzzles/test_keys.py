"""Boards that are one but for the colours have one key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria import games
from zaria.puzzles.keys import board_key

MIRRORED = [
    ("chess", "r3k3/8/8/3pP3/8/8/8/4K2R w Kq d6 0 3", "4k2r/8/8/8/3Pp3/8/8/R3K3 b Qk d3 0 3"),
    ("chess960", "1k4r1/8/8/8/8/8/8/1K4R1 w Kk - 0 3", "1k4r1/8/8/8/8/8/8/1K4R1 b Kk - 0 3"),
    ("russian-draughts", "W:Wa1,c3:Bh8,Kf6", "B:Bh8,f6:Wa1,Kc3"),
    ("draughts", "W:W31,46:BK5,20", "B:B20,5:WK46,31"),
    ("english-draughts", "B:W32,K31:B1", "W:W32:B1,K2"),
]


@pytest.mark.parametrize(("game", "first", "second"), MIRRORED)
def test_mirrored_boards_have_one_key(game: str, first: str, second: str) -> None:
    rules = games.board_game(game)
    assert board_key(rules.parse(first)) == board_key(rules.parse(second))


@pytest.mark.parametrize("game", ["chess", "russian-draughts", "ugolki"])
@given(data=st.data())
def test_other_boards_have_other_keys(game: str, data: st.DataObject) -> None:
    position = games.board_game(game).start()
    for _ in range(data.draw(st.integers(0, 6))):
        position = position.move(data.draw(st.sampled_from(position.legal_moves())).move)
    results = {position.move(way.move).board() for way in position.legal_moves()}
    assert len({board_key(position.move(way.move)) for way in position.legal_moves()}) == len(results)
