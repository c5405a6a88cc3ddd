"""Sums by phase and kind: they add up to the accounts, know each kind of double, and list first turns."""

from functools import cache

import pytest
from msgspec.structs import replace

from tests.support.bots.simple_evaluator import hasty, simple
from tests.support.finished_matches import played
from tests.support.match import board_matches
from tests.support.match.dice_matches import Table
from zaria.bots.analysis import analyse, graded
from zaria.bots.analysis.game_sums import FINE, GameSums, fine, game_sums, kind_of
from zaria.bots.analysis.phases import FINE_PHASES
from zaria.bots.analysis.shape import Analysis, Choice, Decision
from zaria.match import commands as cmd
from zaria.match.terms import Terms

NAMES = ("tabla-single", "long-nardy-single", "three-games-match", "backgammon-money")


@cache
def analysed(name: str) -> tuple[Analysis, tuple[tuple[GameSums, ...], ...]]:
    """A golden playthrough: its quick analysis, and the sums of both sides."""
    events = played(name)
    analysis = analyse(events, "quick", evaluators=simple)
    return analysis, tuple(grade.games for grade in graded(events, analysis))


@pytest.mark.parametrize("name", NAMES)
def test_sums_add_up_to_the_account(name: str) -> None:
    analysis, sides = analysed(name)
    assert {game.game for side in sides for game in side} == {game.game for game in analysis.games}
    for side, games in enumerate(sides):
        sums = [row for game in games for row in game.sums]
        losses = [fine(d.loss) for d in analysis.decisions if d.counted and d.side == side]
        assert sum(row.decisions for row in sums) == len(losses) == analysis.accounts[side].total.decisions
        assert sum(row.loss for row in sums) == sum(losses)
        assert sum(row.squares for row in sums) == sum(loss * loss for loss in losses)
        assert max(row.most for row in sums) == max(losses)
        assert {row.phase for row in sums} <= set(FINE_PHASES)
        luck = sum(game.luck for game in games if game.luck is not None)
        assert luck / FINE == pytest.approx(analysis.accounts[side].luck, abs=0.01)


@pytest.mark.parametrize("name", NAMES)
def test_the_frame_of_a_sum_shows_its_dearest_decision(name: str) -> None:
    analysis, sides = analysed(name)
    decisions = {(d.frame, d.side): d for d in analysis.decisions}
    shown = [
        (side, row) for side, games in enumerate(sides) for game in games for row in game.sums if row.most
    ]
    assert shown
    for side, row in shown:
        assert row.frame is not None
        decision = decisions[row.frame, side]
        assert (fine(decision.loss), kind_of(decision)) == (row.most, row.kind)


def test_a_game_of_hits_is_told_from_one_without() -> None:
    def met(name: str) -> set[str]:
        return {row.phase for side in analysed(name)[1] for game in side for row in game.sums}

    assert {"opening", "contact", "bear_off"} <= met("tabla-single")
    assert met("indiyka-single") <= {"race", "bear_off"}


def test_first_turns_have_their_roll_and_result() -> None:
    analysis, sides = analysed("tabla-single")
    turns = [game.first_turns for (game,) in sides]
    assert [len(side_turns) for side_turns in turns] == [1, 1]
    assert {side_turns[0].result for side_turns in turns} == {"won", "lost"}
    for side, ((first, *_more),) in enumerate(zip(turns, strict=True)):
        decision = next(d for d in analysis.decisions if d.side == side and d.kind == "turn")
        assert (first.text, first.frame) == (decision.played, decision.frame)
        assert first.dice == tuple(sorted(decision.dice, reverse=True))


def test_games_from_a_set_up_position_have_no_first_turns() -> None:
    analysis = analysed("tabla-single")[0]
    uncounted = replace(analysis, decisions=tuple(replace(d, counted=False) for d in analysis.decisions))
    for from_start, number in ((True, 1), (False, 0)):
        (sums,) = game_sums(uncounted, {}, 0, from_start=from_start)
        assert (len(sums.first_turns), sums.sums) == (number, ())


def test_a_second_move_on_squares_is_told_with_the_first() -> None:
    table = Table(Terms("russian-draughts"))
    for pick in range(6):
        board_matches.play(table, pick)
    table.do(table.match.turn, cmd.Resign(1))
    analysis = analyse(table.events, "quick", engines=hasty)
    light, dark = (grade.games[0] for grade in graded(table.events, analysis))
    assert light.luck is light.adjusted is None
    moves = [decision.played for decision in analysis.decisions[:2]]
    first = {light.first_turns[0].text, dark.first_turns[0].text}
    assert first == {moves[0], " ".join(moves)}


def double(played_text: str, waited: float, doubled: float) -> Decision:
    choices = tuple(
        Choice(text=text, equity=equity, played=text == played_text)
        for text, equity in (("no_double", waited), ("double", doubled))
    )
    equity = waited if played_text == "no_double" else doubled
    loss = max(waited, doubled) - equity
    return Decision(
        frame=1, game=1, side=0, kind="double", played=played_text, best="", loss=loss, choices=choices
    )


def test_kinds_of_doubles() -> None:
    assert kind_of(double("no_double", 0.6, 0.7)) == "no_double"
    assert kind_of(double("double", 0.6, 0.5)) == "double"
    assert kind_of(double("double", 0.6, 0.7)) == "double"
    assert kind_of(double("double", 1.2, 1.0)) == "too_good"
    assert kind_of(double("no_double", 1.2, 1.0)) == "no_double"


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("answer", "take", "take"), ("answer", "beaver", "take"), ("answer", "drop", "drop"),
        ("resign", "resign", "resign"), ("resigned", "accept", "resign"), ("turn", "8/5 6/5", "turn"),
    ],
)  # fmt: skip
def test_kinds_of_answers(kind: str, text: str, expected: str) -> None:
    decision = Decision(frame=1, game=1, side=0, kind=kind, played=text, best=text)  # type: ignore[arg-type]
    assert kind_of(decision) == expected
