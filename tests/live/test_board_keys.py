"""Boards about which the engine is silent: those of a running match, and those that one turn leads to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zaria import games
from zaria.games.registry import GAMES
from zaria.live.journal.rows import row
from zaria.live.matches.board_keys import FREE_TURNS, answer_boards, board_key, guarded_boards
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.terms import ClockTerms, Terms

PLAYERS = (ev.Player("a", "A", "#111111", member=True), ev.Player("b", "B", "#222222", member=True))


def match_of(game: str, turns: int) -> LiveMatch:
    """A match by the day after so many turns, in which the next roll is made."""
    live_match = LiveMatch("m", bytes(32), encode_places((None, None)))
    terms = Terms(game, length=3 if game in ("three-games", "tavli") else 1, clock=ClockTerms.by_days(3))
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
        following = {board_key(position.move(way.move)) for way in position.legal_moves()}
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


@pytest.mark.parametrize(
    ("game", "position", "same"),
    [
        (
            "chess",
            "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
            "rnbqkb1r/pppp1ppp/5n2/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 1 2",
        ),
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "1k6/ppp5/8/8/8/8/8/K6R w - - 0 1"),
        ("russian-draughts", "W:Wc3,Ke1:Bb6,h8", "B:Wa1,g3:Bf6,Kd8"),
        ("english-draughts", "W:W9,K1:B24", "B:W9:B24,K32"),
        ("draughts", "W:W31,K46:B20", "B:W31:B20,K5"),
    ],
)
def test_the_same_board_with_the_sides_exchanged_has_one_key(game: str, position: str, same: str) -> None:
    parse = games.board_game(game).parse
    assert parse(position).board() != parse(same).board()
    assert board_key(parse(position)) == board_key(parse(same))


@given(st.sampled_from(sorted(game for game in GAMES if games.get(game).is_board)), st.integers(1, 12))
def test_a_question_is_one_about_the_boards_after_the_next_move_too(game: str, turns: int) -> None:
    position = match_of(game, turns).match.board_position()
    guarded_keys = answer_boards(position)
    following = {board_key(position.move(way.move)) for way in position.legal_moves()}
    assert guarded_keys == {board_key(position), *following}
    assert len(guarded_keys) > 1


def test_a_match_that_is_over_guards_nothing() -> None:
    live_match = match_of("tabla", 4)
    side = live_match.match.turn
    give(live_match, side, cmd.Resign(2))
    give(live_match, 1 - side, cmd.Accept())
    assert guarded_boards(live_match) == frozenset()
