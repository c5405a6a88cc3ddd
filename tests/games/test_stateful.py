"""Every preset, played at Hypothesis's whim: what must hold after every step, whichever way a game goes."""

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.stateful import run_state_machine_as_test as run_machine

from tests.games.reference import plays, state, table
from tests.games.reference.presets import PRESETS, agreements
from tests.support.by_day import by_day
from tests.support.search_budget import times
from tests.support.strategies import leaves, onward, rolls
from zaria import games
from zaria.games.protocols import IllegalTurnError

pytestmark = pytest.mark.proof

LONGEST = 5_000
"""Stages in which a game of chance alone must be over."""
STUCK = 100
"""Passes in a row after which a game counts for nothing (rulebook 1.8)."""
FEW = settings(
    max_examples=times(15, least=5),
    stateful_step_count=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
BY_DAY = ("backgammon", "gulbara", "tapa", "long-nardy", "crazy-gulbar", "short-nardy-5s")
"""Games of each kind of contact, and with each kind of turn."""


class Played(RuleBasedStateMachine):
    """A game of one preset: throw, play a turn of what is due, begin again when it is over."""

    preset: str

    @initialize(seed=st.integers(0, 2**32), plies=st.integers(0, 150))
    def begin(self, seed: int, plies: int) -> None:
        """Somewhere in a game on any terms."""
        random = Random(seed)
        self.options: dict[str, Any] = random.choice(agreements(self.preset))
        self.game = games.dice_game(self.preset, **self.options)
        self.position = self.game.start(random.randint(0, 1))
        for _ in range(plies):
            if self.over:
                break
            self.position = onward(self.position, random)

    @property
    def over(self) -> bool:
        return self.position.outcome() is not None or self.position.locked()

    @precondition(lambda self: not self.over and self.position.duty is None)
    @rule(roll=rolls)
    def throw(self, roll: tuple[int, int]) -> None:
        after = self.position.rolled(roll)
        assert after.turns() == self.position.turns(roll)
        assert [after.counts(side) for side in (0, 1)] == [self.position.counts(side) for side in (0, 1)]
        assert after.turn == self.position.turn
        assert after.duty is not None
        assert after.duty.own_roll
        with pytest.raises(IllegalTurnError):
            after.rolled(roll)
        self.position = after

    @precondition(lambda self: not self.over and self.position.duty is not None)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        before, duty = self.position, self.position.duty
        assert duty is not None
        dice = duty.stages[0]
        turns = before.turns()
        turn = data.draw(st.sampled_from(turns)) if turns else before.complete(())
        assert before.complete(turn.moves) == turn
        self.position = before.play(turn)
        assert not turns or self.position in before.results()
        self.check_dice(dice, turn.moves, before)
        self.check_pips(before, turn)

    @precondition(lambda self: not self.over and self.position.duty is not None)
    @rule(data=st.data())
    def walk(self, data: st.DataObject) -> None:
        """Step by step: what the product offers next can always be completed."""
        before = self.position
        moves: list[tuple[int, int]] = []
        while following := before.steps(moves):
            step = data.draw(st.sampled_from(following))
            moves.append((step.src, step.die))
        turn = before.complete(moves)
        assert turn.moves == tuple(moves)
        self.position = before.play(turn)
        ends = {(after.counts(0), after.counts(1)) for after in before.results()}
        if ends:
            assert (self.position.counts(0), self.position.counts(1)) in ends

    @precondition(lambda self: not self.over and self.position.duty is not None)
    @rule()
    def compare_tree(self) -> None:
        ways = leaves(self.position.tree())
        ends = {self.position.play(self.position.complete(way)) for way in ways}
        assert ends == (set(self.position.results()) or {self.position.play(self.position.complete(()))})

    @precondition(lambda self: self.over)
    @rule(side=st.integers(0, 1))
    def again(self, side: int) -> None:
        self.position = self.game.start(side)

    @invariant()
    def checkers_are_conserved(self) -> None:
        for side in (0, 1):
            assert sum(self.position.counts(side)) == sum(self.game.start().counts(side))
            assert min(self.position.counts(side)) >= 0
            assert all(self.position.counts(side)[point] == 1 for point in self.position.pinned(side))

    @invariant()
    def text_and_back(self) -> None:
        if not self.over:
            again = self.game.parse(self.position.to_text(), self.position.turn)
            assert again == self.position
            assert hash(again) == hash(self.position)

    def check_dice(self, dice: tuple[int, ...], moves: Any, before: Any) -> None:
        """Every die is used at most once and, unless the game is over, none that is left could be."""
        unused = list(dice)
        for _, die in moves:
            unused.remove(die)
        if not self.over and unused and self.preset in PRESETS:
            self.check_maximal(tuple(moves), before)

    def check_maximal(self, moves: tuple[tuple[int, int], ...], before: Any) -> None:
        """No step by a die that is left is possible after these, seen by the reference's single steps."""
        rules = state.begin(self.preset, **self.options).rules
        side = before.turn
        laid = table.Table(
            table.piled(before.counts(side)),
            table.piled(before.counts(1 - side)),
            frozenset(before.pinned(side)),
            frozenset(before.pinned(1 - side)),
            before.duty.heads,
        )
        dice = before.duty.stages[0]
        gone = before.duty.heads + before.counts(side)[24] - self.position.counts(side)[24]
        limit = rules.head and max(rules.head, gone)
        play = plays.follow(rules, laid, dice, moves, limit)
        assert play is not None
        for die in set(plays.left(dice, play.used)):
            for src in range(1, 26):
                more = plays.follow(rules, laid, dice, (*moves, (src, die)), limit)
                assert more is None or plays.forbidden(rules, more.table) or table.hit_and_left(more.table)

    def check_pips(self, before: Any, turn: Any) -> None:
        """The mover's pips fall by what they moved, the opponent's grow only by what was hit."""
        if not self.game.contact.shares_road:
            return
        side, hits = before.turn, sum(step.hit for step in turn.steps)
        moved = sum(step.src - step.dst for step in turn.steps)
        assert self.position.pips(side) == before.pips(side) - moved
        grown = self.position.pips(1 - side) - before.pips(1 - side)
        assert grown > 0 if hits and self.game.contact.hits else grown == 0


@pytest.mark.parametrize("preset", by_day(BY_DAY, games.names()))
def test_preset(preset: str) -> None:
    run_machine(type(preset, (Played,), {"preset": preset}), settings=FEW)


@pytest.mark.parametrize("preset", games.names())
def test_a_game_ends(preset: str) -> None:
    random, passes = Random(preset), 0
    for options in random.sample(agreements(preset), min(3, len(agreements(preset)))):
        position = games.dice_game(preset, **options).start()
        for _ in range(LONGEST):
            after = onward(position, random)
            unmoved = all(after.counts(side) == position.counts(side) for side in (0, 1))
            passes = passes + 1 if unmoved else 0
            position = after
            if position.outcome() or position.locked() or passes == STUCK:
                break
        ended = position.outcome()
        if ended is not None:
            kinds = (*position.game.classes, (1, "draw"))
            assert (ended.points, ended.kind) in kinds
        assert ended or position.locked() or passes == STUCK
