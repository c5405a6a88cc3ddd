"""Advice: the best turns, the cost of a turn and the reason, and opinions of positions."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.match.test_training import table_of
from zaria import games
from zaria.bots.analysis.grading import Situation, grade
from zaria.bots.analysis.marks import POINTS
from zaria.bots.analysis.shape import Choice
from zaria.bots.teaching import Advice, NoAdviceError, hint, opinion, review
from zaria.bots.teaching.reasons import exposed, on_board
from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Position
from zaria.match import commands as cmd
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.terms import Terms

TURNS = ((True, ((6, 3), (6, 1))), (False, ((8, 3), (6, 1))))
"""The plays of a 3-1, and those that would make a point."""
ANSWER = msgspec.msgpack.Decoder(Advice)


def test_a_hint_names_legal_turns_the_best_first() -> None:
    table = table_of(Terms("tabla", training=True), (3, 1))
    answer = hint(table.match)
    legal = {turn.moves for turn in table.match.dice_position().turns()}
    assert {choice.moves for choice in answer.choices} <= legal
    assert [choice.equity for choice in answer.choices] == sorted(
        (choice.equity for choice in answer.choices), reverse=True
    )
    assert not any(choice.played for choice in answer.choices)
    assert (answer.kind, answer.unit, answer.loss, answer.mark, answer.back) == ("turn", "points", 0, "", 0)
    assert 1 < len(answer.choices) <= 5
    assert ANSWER.decode(msgspec.msgpack.encode(answer)) == answer


@pytest.mark.parametrize("game", ["tabla", "long-nardy", "crazy-gulbar"])
def test_the_best_turn_of_a_hint_is_looked_into_as_the_master_does(game: str) -> None:
    """So is the one that was played; what is far behind is not."""
    table = table_of(Terms(game, training=True), (5, 2), (6, 3), (4, 1))
    while table.match.phase != "move" or len(table.match.dice_position().turns()) < 6:
        table.step()
    advice = hint(table.match)
    plies = {choice.ply for choice in advice.choices}
    assert advice.choices[0].ply == max(plies) == 2
    table.give(advice.choices[-1].moves)
    reviewed = review(table.match)
    assert [choice.ply for choice in reviewed.choices if choice.played] == [2]
    assert len([choice for choice in reviewed.choices if choice.ply == 2]) <= 5


def test_a_blunder_is_named_with_its_price_and_the_better_turn() -> None:
    table = table_of(Terms("tabla", training=True), (3, 1))
    best = hint(table.match).choices[0]
    table.give(((6, 3), (6, 1)))
    answer = review(table.match)
    played = next(choice for choice in answer.choices if choice.played)
    assert played.moves == ((6, 3), (6, 1))
    assert answer.choices[0].text == best.text
    assert answer.loss == pytest.approx(best.equity - played.equity, abs=1e-3)
    assert answer.mark == "blunder"
    assert "shots" in {reason.code for reason in answer.reasons}
    assert answer.back == 1


def test_the_best_turn_costs_nothing_and_needs_no_reason() -> None:
    table = table_of(Terms("tabla", training=True), (3, 1))
    table.give(hint(table.match).choices[0].moves)
    answer = review(table.match)
    assert (answer.loss, answer.mark, answer.reasons) == (0, "", ())


def test_shots_are_counted_roll_by_roll() -> None:
    game = games.dice_game("tabla")
    # a lone checker on the five point, and one on the bar: a five hits it (11 rolls), and so do 4-1 and 3-2
    assert exposed(game.parse("X=bar:1,1:14;O=6:14,5:1", 1), 0) == 15
    assert exposed(game.parse("X=bar:1,1:14;O=6:13,5:2", 1), 0) == 0


def test_where_the_last_one_wins_nothing_is_said_of_shots_and_points() -> None:
    """In antitabla a checker that is hit is one that comes home later."""
    start = "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5"
    codes = {}
    for name in ("tabla", "antitabla"):
        position = games.dice_game(name).parse(start, 0).rolled((3, 1))
        played, best = (Choice(text="", equity=0.0, played=done, moves=moves) for done, moves in TURNS)
        decision = grade("turn", Situation(0, 1, 0), [replace(best, equity=1.0), played], POINTS)
        codes[name] = {reason.code for reason in on_board(position, decision)}
    assert codes == {"tabla": {"shots", "point"}, "antitabla": set()}


def test_advice_on_doubling_comes_where_that_may_be() -> None:
    table = table_of(Terms("tabla", training=True), (3, 1))
    table.play()
    table.act(cmd.Roll())
    table.play()
    with pytest.raises(NoAdviceError):
        hint(table.match)  # this match has no cube
    cubed = table_of(Terms("tabla", cube=True, training=True), (3, 1))
    for _ in range(2):
        cubed.play()
        if cubed.match.turn != 0:
            cubed.act(cmd.Roll())
    answer = hint(cubed.match)
    assert answer.kind == "double"
    assert {choice.text for choice in answer.choices} == {"no_double", "double"}


def test_a_move_of_chess_is_judged_by_its_chances() -> None:
    table = table_of(Terms("chess", training=True))
    answer = hint(table.match)
    assert answer.unit == "chance"
    assert all(0 <= choice.equity <= 1 for choice in answer.choices)
    for move in ("f2f3", "e7e5", "g2g4"):
        table.act(cmd.Move(move, play_of(table.match).plies(table.match)))
    mated = review(table.match)
    assert mated.mark == "blunder"
    assert any("#" in reason.line for reason in mated.reasons)


def test_there_is_nothing_to_tell_before_the_first_turn() -> None:
    with pytest.raises(NoAdviceError):
        review(table_of(Terms("tabla", training=True)).match)


def standing(game: str, text: str, side: int = 0, roll: tuple[int, int] | None = None, **more: Any) -> Match:
    """A match in which a position was set up."""
    rules = games.get(game)
    position: Position | BoardPosition
    if rules.kind == "dice":
        position = rules.parse(text, side)
        position = position if roll is None else position.rolled(roll)
    else:
        position = rules.parse(text)
    terms = Terms(game, length=0, cube=more.pop("cube_on", False))
    phase = "roll" if rules.kind == "dice" and roll is None else "move"
    return Match("set up", terms, "", rules, position, turn=position.turn, **{"phase": phase, **more})


BEHIND = "X=13:15;O=2:5,1:5,off:5"


def test_an_opinion_of_a_position_without_dice_is_its_value_and_its_chances() -> None:
    answer = opinion(standing("tabla", BEHIND))
    assert (answer.unit, answer.choices, answer.kind) == ("points", (), "turn")
    assert answer.value is not None
    assert answer.chances is not None
    assert answer.value < -0.9
    assert answer.chances[0] < 0.05
    assert ANSWER.decode(msgspec.msgpack.encode(answer)) == answer


def test_an_opinion_of_a_roll_is_its_best_turns_as_a_hint_has_them() -> None:
    table = table_of(Terms("tabla", training=True), (3, 1))
    answer = opinion(table.match)
    assert answer.choices == hint(table.match).choices
    assert answer.value == answer.choices[0].equity
    assert not any(choice.played for choice in answer.choices)


@pytest.mark.parametrize(("point", "text"), [("1:14", ""), ("2:14", "2/off(2)")])
def test_an_opinion_of_a_roll_that_leaves_no_choice(point: str, text: str) -> None:
    bar = ",bar:1" if not text else ",off:1"
    answer = opinion(standing("tabla", f"X={point}{bar};O=6:2,5:2,4:2,3:2,2:2,1:5", roll=(6, 5)))
    assert [choice.text for choice in answer.choices] == [text]
    assert answer.value == answer.choices[0].equity


def test_an_opinion_of_the_cube() -> None:
    whether = opinion(standing("backgammon", "X=4:1,1:1,off:13;O=1:2,off:13", cube_on=True))
    assert (whether.kind, whether.choices[0].text) == ("double", "double")
    match = standing("backgammon", BEHIND, 1, cube_on=True, phase="double", proposed=(2,))
    answer = opinion(replace(match, turn=0, position=games.dice_game("backgammon").parse(BEHIND, 0)))
    assert (answer.kind, answer.choices[0].text) == ("answer", "take")
    assert answer.value is not None


def test_an_opinion_of_a_position_on_squares() -> None:
    answer = opinion(standing("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1"))
    assert (answer.unit, answer.choices[0].move) == ("chance", "a1a8")
    assert answer.value == answer.choices[0].equity
    assert not any(choice.played for choice in answer.choices)


@pytest.mark.parametrize(
    ("game", "text"), [("tabla", "X=off:15;O=1:2,off:13"), ("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")]
)
def test_there_is_no_opinion_of_a_game_that_is_over(game: str, text: str) -> None:
    with pytest.raises(NoAdviceError):
        opinion(standing(game, text))
