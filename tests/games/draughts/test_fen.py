"""Positions of draughts as text, and why a text is none."""

from dataclasses import replace

import pytest
from hypothesis import given

from tests.support.games.draughts_positions import draughts, positions
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition
from zaria.games.protocols import InvalidPositionError


@given(positions())
def test_what_is_written_is_read(position: DraughtsPosition) -> None:
    game = position.game
    assert isinstance(game, DraughtsGame)
    assert game.parse(position.to_text()) == replace(position, seen=())


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        ("russian-draughts", "W:WKc3,a1:Bh8", "W:W29,K22:B4"),
        ("russian-draughts", "W:Wa1,Kc3:BKh8", "W:W29,K22:BK4"),
        ("russian-draughts", "W:W22:B9,10,11,18", "W:W22:B9-11,18"),
        ("draughts", "W:W31,32,K40:B1-20", "W:W31,32,K40:B1-20"),
        ("draughts", " B:B1:W50,49.\n", "B:W49,50:B1"),
        ("draughts", "W:W31-50:B1-20:H0:F1", "W:W31-50:B1-20"),
        ("draughts", "W:W 31 , K32:B1", "W:W31,K32:B1"),
        ("draughts", "W:WK31-33:B1", "W:WK31,K32,K33:B1"),
        ("draughts", "B:WK1:BK50;ending=9;quiet=12;plies=70", "B:WK1:BK50;plies=70;ending=9;quiet=12"),
        ("russian-draughts", "W:WKa3,Kb4,Kc5:BKh8;road=4", "W:WK14,K17,K21:BK4;road=4"),
        ("draughts", "W:W:B20", "W:W:B20"),
    ],
)
def test_reading(name: str, text: str, written: str) -> None:
    assert draughts(name).parse(text).to_text() == written


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("draughts", "", "not a position"),
        ("draughts", "nonsense", "not a position"),
        ("draughts", "W:W31", "not a position"),
        ("draughts", "W:W31:B1;ending", "not a position"),
        ("draughts", "W:W" + "31," * 500 + "31:B1", "not a position"),
        ("draughts", "W:W31:W1", "given twice"),
        ("draughts", "W:W31,31:B1", "square 31 is given twice"),
        ("draughts", "W:W31,K31:B1", "square 31 is given twice"),
        ("draughts", "W:W31:B31", "both sides stand on square 31"),
        ("draughts", "W:W51:B1", "1 to 50"),
        ("draughts", "W:W0:B1", "1 to 50"),
        ("draughts", "W:W35-31:B1", "1 to 50"),
        ("draughts", "W:Wc3:B1", "c3 is not"),
        ("draughts", "W:W3 1:B1", "not a square"),
        ("draughts", "W:WK 31:B1", "not a square"),
        ("russian-draughts", "W:W33:B1", "1 to 32"),
        ("russian-draughts", "W:Wc4:B1", "c4 is not a dark square"),
        ("russian-draughts", "W:Wx:B1", "not a square"),
        ("russian-draughts", "W:W,:B1", "not a square"),
        ("russian-draughts", "W:W٣:B1", "not a square"),
        ("russian-draughts", "W:W20-32:B1-4", "White has 13 pieces"),
        ("russian-draughts", "W:W20:BK5-16,28", "Black has 13 pieces"),
        ("draughts", "W:W30-50:B1", "White has 21 pieces"),
        ("draughts", "W:W5:B6", "White has a man on its last row"),
        ("draughts", "W:W6:B46", "Black has a man on its last row"),
        ("english-draughts", "B:W4:B6", "White has a man on its last row"),
        ("draughts", "W:W:B", "nobody is there"),
        ("draughts", "W:W31:B", "the side that moved last has no pieces"),
        ("draughts", "W:W31:B1;ending=3", "no ending is there"),
        ("giveaway", "W:WK32,K31,K30:BK1;ending=3", "no ending is there"),
        ("russian-draughts", "W:WKa3,Kb4,Kc5:BKh2;road=4", "no lone king"),
        ("draughts", "W:W31:B1;plies=3;plies=3", "plies is given twice"),
        ("draughts", "W:W31:B1;moves=3", "moves is not counted"),
        ("draughts", "W:W31:B1;plies=1000000", "not a position"),
    ],
)
def test_refusals(name: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidPositionError, match=reason):
        draughts(name).parse(text)
