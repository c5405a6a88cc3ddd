"""Effects of steps: those that are sent are what playing the steps does to the other side's checkers."""

import json
from random import Random

import pytest
from hypothesis import given, settings

from tests.support.search_budget import times
from tests.support.strategies import positions, rolls
from zaria import games
from zaria.games.contact import ContactRule
from zaria.games.dice import Roll
from zaria.games.effects import Effects, effects_of
from zaria.games.protocols import Position
from zaria.games.turn import Step, Turn

GAMES = tuple(name for name in games.names() if games.get(name).kind == "dice")
STAGES = times(40)


def sent(position: Position) -> dict[int, str]:
    """The effects of the tree's steps by their numbers."""
    effects = json.loads(position.effects_json() or b"{}")
    assert all(effects.values()), "a kind of effect without a step is left out"
    return {number: kind for kind, numbers in effects.items() for number in numbers}


def played(position: Position) -> dict[int, str]:
    """The effects of the tree's steps by their numbers, found by playing each of them."""
    ways: dict[int, tuple[Step, ...]] = {0: ()}
    effects: dict[int, str] = {}
    number = 0
    for node, edges in enumerate(position.tree()):
        way = ways[node]
        before = position.play(Turn(way)) if way else position
        for src, die, to in edges:
            step = next(s for s in position.steps(Turn(way).moves) if (s.src, s.die) == (src, die))
            ways.setdefault(to, (*way, step))
            kind = change(before, position.play(Turn((*way, step))), 1 - position.turn)
            if kind:
                effects[number] = kind
            number += 1
    return effects


def change(before: Position, after: Position, opponent: int) -> str:
    """The effect on the checkers of the other side between two positions."""
    if set(after.pinned(opponent)) - set(before.pinned(opponent)):
        return "pin"
    bars = before.counts(opponent)[25], after.counts(opponent)[25]
    return "hit" if bars[1] == bars[0] + 1 else ""


@pytest.mark.parametrize("name", GAMES)
def test_effects_are_what_the_steps_do(name: str) -> None:
    rng, game = Random(name), games.dice_game(name)
    for number in range(1, len(game.rotation) + 1):
        preset, seen = game.nth(number), set()
        position = preset.start(0)
        for _ in range(STAGES):
            if position.duty is None:
                position = position.rolled((rng.randint(1, 6), rng.randint(1, 6)))
            expected = played(position)
            assert sent(position) == expected
            seen |= set(expected.values())
            position = position.play(rng.choice(position.turns() or [position.complete(())]))
            if position.outcome() or position.locked():
                position = preset.start(rng.randint(0, 1))
        rule = preset.contact
        assert seen == ({"hit"} if rule.hits else {"pin"} if rule.pins else set())


@settings(max_examples=times(60))
@given(positions(), rolls)
def test_effects_of_any_position(position: Position, roll: Roll) -> None:
    ready = position.rolled(roll)
    assert position.effects_json(roll) == ready.effects_json()
    assert sent(ready) == played(ready)


@pytest.mark.parametrize("rule", ContactRule)
def test_effects_of_a_turn_are_named_by_the_contact_rule(rule: ContactRule) -> None:
    quiet, striking = Step(13, 6, 7, False), Step(8, 3, 5, True)
    assert effects_of(rule, (quiet, quiet)) is None
    if rule.exposes:
        kinds = {ContactRule.HIT: Effects(hit=(1,)), ContactRule.PIN: Effects(pin=(1,))}
        assert effects_of(rule, (quiet, striking)) == kinds[rule]
