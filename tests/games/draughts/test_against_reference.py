"""The kernel finds the moves that the slow reference finds."""

from dataclasses import replace

from hypothesis import example, given, settings

from tests.support.games.draughts_positions import (
    as_move,
    draughts,
    pieces,
    positions,
    reference_moves,
    square,
    without_history,
)
from tests.support.search_budget import times
from zaria.games.draughts.game import DraughtsGame
from zaria.games.draughts.position import DraughtsPosition


@settings(max_examples=times(600))
@given(positions())
@example(draughts("russian-draughts").parse("W:W22:B9,10,11,18"))
@example(draughts("russian-draughts", max_in_direction=True).parse("W:W22:B9,10,11,18"))
def test_same_moves(position: DraughtsPosition) -> None:
    game, position = position.game, without_history(position)
    assert isinstance(game, DraughtsGame)
    moves = [as_move(game, way) for way in position.legal_moves()]
    assert len(moves) == len(set(moves)) == len({way.move for way in position.legal_moves()})
    assert set(moves) == reference_moves(position)
    assert position.perft(1) == len(moves)


@settings(max_examples=times(200))
@given(positions())
def test_moves_change_the_board_as_they_say(position: DraughtsPosition) -> None:
    game = position.game
    assert isinstance(game, DraughtsGame)
    before = pieces(position)
    for way in position.legal_moves():
        expected = dict(before)
        piece = expected.pop(square(game, way.path[0]))
        for name in way.captures:
            del expected[square(game, name)]
        expected[square(game, way.path[-1])] = piece.upper() if way.promotion else piece
        after = position.move(way.move)
        assert pieces(after) == expected
        assert (after.turn, after.plies) == (1 - position.turn, position.plies + 1)
        assert game.parse(after.to_text()) == replace(after, seen=())


@settings(max_examples=times(150))
@given(positions())
def test_routes_are_no_fewer(position: DraughtsPosition) -> None:
    position = without_history(position)
    assert position.perft(1, routes=True) >= position.perft(1)
    assert position.perft(2) == sum(position.move(way.move).perft(1) for way in position.legal_moves())
