"""The browser knows no rules, but it moves checkers and walks the server's tree: here beside the rules."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from tests.support.search_budget import times
from zaria import games
from zaria.games.effects import effects_of
from zaria.games.protocols import Position

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

GAMES = tuple(name for name in games.names() if games.dice_game(name).nth(1) is games.dice_game(name))
"""All but those that are a rotation of others."""
FOLLOW = """async (turns) => {
  const s = await import('/static/js/tables/steps.js');
  return turns.map((t) => {
    const tree = s.treeOf(t.tree, t.effects), { hand } = t.kind;
    const walked = s.walk(tree, t.moves);
    const after = s.playAll(t.before, s.path(tree, 0, t.moves), t.kind);
    const animated = t.moves.reduce((at, move, number) =>
      s.play(at, 1, move, s.effectOf(t.turn_effects, number), t.kind),
    { checkers: [...t.before.checkers].reverse(), pins: [...t.before.pins].reverse() });
    const sources = [...s.sources(tree, 0)].sort((a, b) => a - b);
    const single = sources.map((src) => [...s.targets(tree, 0, src, t.dice[0], hand)]
      .filter(([, way]) => way.length === 1).map(([dst, [[from, die]]]) => [from, die, dst]));
    const ways = sources.flatMap((src) => [...s.targets(tree, 0, src, t.dice[0], hand)]
      .map(([dst, way]) => ({ dst, way })));
    const sorted = (at) => ({ ...at, pins: at.pins.map((p) => [...p].sort((a, b) => a - b)) });
    const { checkers, pins } = sorted(animated);
    return { after: sorted(after), animated: { checkers: checkers.reverse(), pins: pins.reverse() },
      sources, complete: tree[walked].length === 0, single: single.flat(),
      ways: ways.map(({ dst, way }) => ({ dst, way, node: s.walk(tree, way) })),
      used: s.used(t.dice, t.moves) };
  });
}"""


def shown(position: Position, side: int) -> dict[str, Any]:
    """The checkers as the page has them, `side` first."""
    sides = (side, 1 - side)
    return {
        "checkers": [list(position.counts(s)) for s in sides],
        "pins": [sorted(position.pinned(s)) for s in sides],
    }


def turns(name: str, seed: int, count: int = times(60)) -> list[dict[str, Any]]:
    """Stages of random games: what was, the dice, the tree, what was played and what came of it."""
    rng, game = random.Random(seed), games.dice_game(name)
    position = game.start(0)
    examples: list[dict[str, Any]] = []
    while len(examples) < count:
        if position.duty is None:
            position = position.rolled((rng.randint(1, 6), rng.randint(1, 6)))
        legal, duty, side = position.turns(), position.duty, position.turn
        assert duty is not None
        if not legal:
            position = position.play(position.complete(()))
            continue
        turn = rng.choice(legal)
        after = position.play(turn)
        examples.append(
            {
                "before": shown(position, side),
                "after": shown(after, side),
                "kind": {"hand": not game.contact.shares_road, "parallel": game.parallel},
                "dice": duty.stages[0],
                "tree": position.tree(),
                "effects": json.loads(position.effects_json() or b"null"),
                "turn_effects": msgspec.to_builtins(effects_of(game.contact, turn.steps)),
                "moves": [list(move) for move in turn.moves],
                "steps": sorted({(s.src, s.die, s.dst) for s in position.steps()}),
            }
        )
        position = game.start(rng.randint(0, 1)) if after.outcome() or after.locked() else after
    return examples


Played = list[tuple[dict[str, Any], dict[str, Any]]]


@pytest.fixture(scope="module")
def followed(modules: Page) -> Callable[[str], Played]:
    """Turns of a game, and what the browser makes of them, once for all tests."""

    @cache
    def of(game: str) -> Played:
        stages = turns(game, seed=len(game))
        return list(zip(stages, modules.evaluate(FOLLOW, json.loads(json.dumps(stages))), strict=True))

    return of


@pytest.fixture(params=GAMES)
def played(request: pytest.FixtureRequest, followed: Callable[[str], Played]) -> Played:
    """Turns of one game, and what the browser makes of them."""
    return followed(request.param)


def test_checkers_end_where_the_rules_put_them(played: Played) -> None:
    for turn, seen in played:
        assert seen["after"] == seen["animated"] == turn["after"]


@pytest.mark.parametrize(
    ("game", "effects"), [("backgammon", {"hit"}), ("tapa", {"pin"}), ("gulbara", set())]
)
def test_turns_of_each_contact_have_its_effects(
    followed: Callable[[str], Played], game: str, effects: set[str]
) -> None:
    assert {kind for turn, _ in followed(game) for kind in turn["turn_effects"] or ()} == effects


def test_every_turn_is_a_way_through_the_tree(played: Played) -> None:
    for turn, seen in played:
        assert seen["complete"]
        assert sum(seen["used"]) == len(turn["moves"])


def test_sources_and_single_steps_are_the_legal_ones(
    played: Played,
) -> None:
    for turn, seen in played:
        legal = [tuple(step) for step in turn["steps"]]
        assert seen["sources"] == sorted({src for src, _, _ in legal})
        single = {tuple(step) for step in seen["single"]}
        assert single <= set(legal)
        assert {(src, dst) for src, _, dst in single} == {(src, dst) for src, _, dst in legal}


def test_sums_lead_one_checker_through_legal_steps(
    played: Played,
) -> None:
    longer = 0
    for turn, seen in played:
        for target in seen["ways"]:
            at = target["way"][0][0]
            for src, die in target["way"]:
                assert src == at
                at = die if turn["kind"]["hand"] and src == 25 else max(0, src - die)
            assert at == target["dst"]
            assert target["node"] >= 0
            longer += len(target["way"]) > 1
    assert longer > len(played) // 3 or turn["kind"]["hand"], "checkers of a hand go one step"


def test_bearing_off_by_itself_takes_off_all_that_can_be(modules: Page) -> None:
    game, rng = games.dice_game("tabla"), random.Random(3)
    script = """async ([tree, men]) => {
      const { treeOf } = await import('/static/js/tables/steps.js');
      const { clear } = await import('/static/js/tables/bear_off.js');
      return clear(treeOf(tree, null), 0, men);
    }"""
    for _ in range(60):
        home = [rng.randint(1, 6) for _ in range(rng.randint(1, 9))]
        checkers = ",".join(f"{p}:{home.count(p)}" for p in sorted(set(home), reverse=True))
        position = game.parse(f"X={checkers},off:{15 - len(home)};O=6:1,off:14")
        roll = (rng.randint(1, 6), rng.randint(1, 6))
        best = max(position.results(roll), key=lambda after: after.counts(0)[0]).counts(0)[0]
        way = modules.evaluate(script, [position.tree(roll), list(position.counts(0))])
        due = position.rolled(roll)
        turn = due.complete(tuple((src, die) for src, die in way))
        assert due.play(turn).counts(0)[0] == best
