"""The positions of a match in which something was played, and their keys."""

import pytest

from tests.support.finished_matches import PLAYED, played
from zaria import games
from zaria.match import events as ev
from zaria.records.replay import replay
from zaria.records.turn_positions import position_key, turn_positions

NAMES = sorted(path.stem for path in PLAYED.glob("*-single.json"))


@pytest.mark.parametrize("name", NAMES)
def test_each_turn_stands_with_its_frame(name: str) -> None:
    events = played(name)
    frames = replay(events).frames
    positions = turn_positions(events)
    turns = [event for event in events if isinstance(event, ev.TurnPlayed) and event.moves]
    moves = [event for event in events if isinstance(event, ev.Moved)]
    assert len(positions) == len(turns or moves)
    for position in positions:
        frame = frames[position.frame]
        assert (frame.side, frame.text, frame.now) == (position.side, position.text, position.game)
        if position.dice:
            assert position.dice == (max(frame.played), min(frame.played))
    ended = next(event for event in events if isinstance(event, ev.GameEnded))
    expected = {0} if ended.winner is None else {ended.points, -ended.points}
    assert {position.points for position in positions} == expected


def test_the_start_is_the_same_for_both_sides_and_every_roll() -> None:
    game = games.dice_game("backgammon")
    keys = {position_key(game.start(side)) for side in (0, 1)}
    keys |= {position_key(game.start(1).rolled((high, low))) for high in range(1, 7) for low in range(1, 7)}
    assert len(keys) == 1
    assert position_key(games.dice_game("nackgammon").start()) not in keys
    assert position_key(games.dice_game("tabla").start()) not in keys
    assert all(-(2**63) <= key < 2**63 for key in keys)


def test_counters_do_not_belong_to_a_position() -> None:
    chess = games.board_game("chess")
    after = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - {} {}"
    first, second = (chess.parse(after.format(half, full)) for half, full in ((2, 2), (6, 4)))
    assert position_key(first) == position_key(second)
    assert position_key(first) != position_key(chess.start())


def test_points_and_score_of_a_match() -> None:
    events = played("tabla-match")
    positions = turn_positions(events)
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    length = opened.terms.length
    assert positions[0].away == (length, length)
    assert all(min(position.away) >= 1 and max(position.away) <= length for position in positions)
    assert min(min(position.away) for position in positions) < length
