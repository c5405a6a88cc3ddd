"""Boards about which the engine is silent: those of a running match, and those that one turn leads to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria import games
from zaria.games.registry import GAMES
from zaria.live.journal.rows import row
from zaria.live.matches.board_keys import FREE_TURNS, board_key, guarded_boards
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.terms import ClockTerms, Terms

PLAYERS = (ev.Player("a", "A", "#111111", member=True), ev.Player("b", "B", "#222222", member=True))


def match_of(game: str, turns: int) -> LiveMatch:
    """A match by the day after so many turns, in which the next roll is made."""
    live_match = LiveMatch("m", bytes(32), encode_places((None, None)))
    terms = Terms(game, length=3 if game == "three-games" else 1, clock=ClockTerms.by_days(3))
    seal = live_match.dice.seal
    live_match.take(row(0, ev.Opened(at=0, version=2, id="m", terms=terms, seal=seal)))
    for side in (0, 1):
        give(live_match, side, cmd.Sit(PLAYERS[side], "0123456789abcdef", seal))
    while len(live_match.log) < turns or live_match.match.phase == "roll":
        match = live_match.match
        side = match.acting_side()
        if match.phase == "roll":
            give(live_match, side, cmd.Roll())
        elif match.game.is_board:
            position = match.board_position()
            give(live_match, side, cmd.Move(position.legal_moves()[0].move, position.plies))
        else:
            turn = match.dice_position().turns()[0]
            give(live_match, side, cmd.Play(turn.moves, match.rolls, match.stage))
    return live_match


def give(live_match: LiveMatch, side: int, command: cmd.Command) -> None:
    for event in decide(live_match.match, side, command, 0, live_match.dice):
        live_match.take(row(live_match.seq + 1, event))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_board_and_those_after_it_are_guarded(game: str) -> None:
    live_match = match_of(game, 5)
    position = live_match.match.position
    boards = guarded_boards(live_match)
    assert board_key(position) in boards
    if position.game.is_board:
        following = {position.move(way.move).board() for way in position.legal_moves()}
    else:
        following = {board_key(after) for after in position.results()}
    assert following <= boards
    assert board_key(games.get(game).nth(1).first_position("")) not in boards


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_the_first_turns_are_everybodys(game: str) -> None:
    assert guarded_boards(match_of(game, FREE_TURNS - 1)) == frozenset()
    assert guarded_boards(match_of(game, FREE_TURNS)) != frozenset()


@given(st.integers(1, 30))
def test_neither_side_nor_dice_are_part_of_a_board(turns: int) -> None:
    position = match_of("backgammon", turns).match.dice_position()
    game = games.dice_game("backgammon")
    text = position.to_text()
    for side in (0, 1):
        board = text.partition(";due")[0]
        assert board_key(game.first_position(board, side)) == board_key(position)


def test_a_match_that_is_over_guards_nothing() -> None:
    live_match = match_of("tabla", 4)
    side = live_match.match.turn
    give(live_match, side, cmd.Resign(2))
    give(live_match, 1 - side, cmd.Accept())
    assert guarded_boards(live_match) == frozenset()
