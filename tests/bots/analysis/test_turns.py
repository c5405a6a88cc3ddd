"""Turns are judged alike however they are looked at, and rolls by what they are worth at the score."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from tests.support.bots.simple_evaluator import Simple, simple
from tests.support.by_day import by_day
from tests.support.finished_matches import played
from tests.support.match.dice_matches import Table as Played
from zaria import games
from zaria.bots import doubling
from zaria.bots.analysis.engines import with_dice
from zaria.bots.analysis.settings import SETTINGS
from zaria.bots.analysis.table import TableRecorder
from zaria.bots.analysis.turns import OPENINGS, choices, promised
from zaria.bots.probabilities import OutcomeProbabilities
from zaria.bots.tables import Candidate
from zaria.games.protocols import Position
from zaria.games.turn import Turn
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.terms import Terms
from zaria.records.history import followed

pytestmark = pytest.mark.proof

MOST = 40
"""Ways to play a stage, for those that are looked at: looking through the next ones takes long."""


def ladders(name: str) -> Iterator[tuple[Match, Turn]]:
    """The stages of a match after which more of the roll was due, and what was played."""
    before: Match | None = None
    for event, after in followed(played(name)):
        if before is not None and isinstance(event, ev.TurnPlayed):
            position = before.dice_position()
            if 1 < len(position.turns()) < MOST:
                turn = position.complete(event.moves)
                if position.play(turn).duty is not None:
                    yield before, turn
        before = after


class Blind(Simple):
    """Ranks every other result of a stage as if nothing more were due, and it were a sure win."""

    def evaluate(self, position: Position, ply: int = 0) -> OutcomeProbabilities:
        if position.duty is None or position.outcome() is not None:
            return super().evaluate(position, ply)
        return super().ranked(position, 0, 1)[0].chances

    def ranked(self, position: Position, ply: int = 0, most: int | None = None) -> list[Candidate]:
        candidates = super().ranked(position, ply)
        for n, candidate in enumerate(candidates):
            if n % 2 and position.play(candidate.turn).duty is not None:
                candidates[n] = candidate._replace(chances=OutcomeProbabilities(1.0), equity=2.0)
        return sorted(candidates, key=lambda candidate: -candidate.equity)[:most]


@pytest.mark.parametrize("name", ["chelebi-single", "gulbara-single", "crazy-gulbar-single"])
def test_what_was_played_of_a_ladder_is_judged_as_what_is_shown_before_it(name: str) -> None:
    for match, turn in ladders(name):
        position, equity_of = match.dice_position(), doubling.equity_of(match, match.turn)
        judge = Blind(position.game)

        def true(turn: Turn, position: Position = position, judge: Blind = judge) -> OutcomeProbabilities:
            after = position.play(turn)
            chances = judge.evaluate(after)
            return chances if after.turn == position.turn else chances.flipped()

        alternatives, _ = choices(judge, equity_of, SETTINGS["quick"], position, turn)
        best = max(alternatives, key=lambda choice: choice.equity)
        done = next(choice for choice in alternatives if choice.played)
        assert done.equity == equity_of(true(turn))
        assert best.equity == equity_of(true(position.complete(best.moves)))


def test_quick_and_normal_do_not_contradict_each_other_on_a_ladder() -> None:
    """A 2-2 that bore off was once called a blunder of 1.77 points, and normally none at all."""
    losses = []
    for match, turn in ladders("chelebi-single"):
        position = match.dice_position()
        equity_of, engine = doubling.equity_of(match, match.turn), with_dice(position.game)
        for depth in ("quick", "normal"):
            alternatives, _ = choices(engine, equity_of, SETTINGS[depth], position, turn)
            done = next(choice.equity for choice in alternatives if choice.played)
            losses.append(max(choice.equity for choice in alternatives) - done)
    assert losses
    assert all(abs(quick - normal) < 0.15 for quick, normal in zip(losses[::2], losses[1::2], strict=True))


MARSES, WINS = OutcomeProbabilities(0.5, 0.4), OutcomeProbabilities(0.6)


class Bold(Simple):
    """Knows two ways to play each roll: one wins more points, one more games."""

    def ranked(self, position: Position, ply: int = 0, most: int | None = None) -> list[Candidate]:
        turns = position.turns()
        return [Candidate(turns[n], chances, 0.4 - 0.2 * n, 0) for n, chances in enumerate((MARSES, WINS))]


def at(length: int, score: tuple[int, int], game: str = "tabla", **fields: object) -> Match:
    """A match with a cube at this score, before the opening roll."""
    table = Played(Terms(game, length=length, cube=games.get(game).cube))
    table.force(score=score, phase="between", dice=None, game_no=4, crawford_done=True, **fields)
    return table.match


def lucks(match: Match, opening: tuple[int, int]) -> tuple[int, float]:
    """The player who starts by this opening roll, and its luck for side 0."""
    event = ev.OpeningRolled(at=0, n=9, dice=opening)
    table, after = TableRecorder(simple, SETTINGS["quick"]), evolve(match, event)
    table.add_event(event, match, after, 0)
    (roll,) = table.rolls
    return roll.side, roll.luck if roll.side == 0 else -roll.luck


@pytest.mark.parametrize(
    ("game", "score"),
    by_day([("tabla-bg", (1, 2))], [("tabla", (2, 1)), ("tabla-bg", (1, 2)), ("tabla", (0, 0))]),
)
def test_the_luck_of_all_openings_is_nothing_on_the_whole(game: str, score: tuple[int, int]) -> None:
    """Also where even chances are not an even game, as after the Crawford game."""
    match = at(3, score, game)
    opening_lucks = [lucks(match, roll) for high, low in OPENINGS for roll in ((high, low), (low, high))]
    assert {side for side, _ in opening_lucks} == {0, 1}
    assert sum(luck for _, luck in opening_lucks) / len(opening_lucks) == pytest.approx(0, abs=1e-4)


def test_the_best_turn_of_a_roll_is_that_which_is_worth_most_at_the_score() -> None:
    """At double match point marses are nothing; the rolls are judged anew when the score is another."""
    table = TableRecorder(Bold, SETTINGS["quick"])
    for match, best in ((at(3, (2, 2)), WINS), (at(7, (0, 0)), MARSES)):
        start = games.dice_game("tabla").start(0)
        begun = replace(match, position=start)
        assert promised(Bold(start.game), start.rolled((3, 1)), doubling.equity_of(begun, 0)) == best
        judged_rolls = table._rolls_of(begun)
        assert set(judged_rolls.rolls.values()) == {best}
        assert table._rolls_of(begun) is judged_rolls
