"""What must hold in every position, whichever way it came about."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.tables import reference
from tests.strategies import VARIANTS, played, positions, rolls, variants
from zaria import games
from zaria.games.game import Roll
from zaria.games.tables.game import TablesGame
from zaria.games.tables.perft import ROLLS
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn

long_nardy = st.just(games.get("long-nardy"))


def leaves(tree: list[list[tuple[int, int, int]]]) -> list[tuple[tuple[int, int], ...]]:
    """A way from the start of a tree to each of its complete turns, and one for each step along."""
    ways: list[tuple[tuple[int, int], ...] | None] = [None] * len(tree)
    ways[0] = ()
    found = []
    for node, steps in enumerate(tree):
        way = ways[node]
        assert way is not None
        if not steps:
            found.append(way)
        for src, die, to in steps:
            assert to > node
            ways[to] = ways[to] or (*way, (src, die))
    return found


@settings(max_examples=500, deadline=None)
@given(positions(), rolls)
def test_turns_are_those_of_the_rules(position: Position, roll: Roll) -> None:
    found = [reference.table(after.play(Turn())).end for after in position.results(roll)]
    assert len(found) == len(set(found))
    assert set(found) == reference.ends(position, roll)


@pytest.mark.parametrize("game", VARIANTS[1:], ids=lambda game: f"{game.id} {dict(game.agreed({}))}")
def test_first_turns_of_both_are_those_of_the_rules(game: TablesGame) -> None:
    start = game.start()
    for opening in ROLLS:
        for position in start.results(opening):
            for roll in ROLLS:
                found = {reference.table(after.play(Turn())).end for after in position.results(roll)}
                assert found == reference.ends(position, roll), (opening, roll)


@settings(max_examples=150, deadline=None)
@given(positions(long_nardy), rolls)
def test_blocks_are_those_of_the_rules(position: Position, roll: Roll) -> None:
    found = {reference.table(after.play(Turn())).end for after in position.results(roll)}
    assert found == reference.ends(position, roll)


@settings(max_examples=150, deadline=None)
@given(positions(), rolls)
def test_each_turn_leads_to_its_result_and_is_complete(position: Position, roll: Roll) -> None:
    turns = position.turns(roll)
    assert [position.play(turn) for turn in turns] == position.results(roll)
    for turn in turns:
        assert position.complete(roll, turn.moves) == turn
    assert len({str(turn) for turn in turns}) == len(turns)


@settings(max_examples=150, deadline=None)
@given(positions(), rolls)
def test_tree_ends_where_the_turns_do(position: Position, roll: Roll) -> None:
    tree = position.tree(roll)
    ends = [position.play(position.complete(roll, way)) for way in leaves(tree)]
    assert set(ends) == (set(position.results(roll)) or {position.play(Turn())})
    reached = {to for steps in tree for _, _, to in steps}
    assert reached == set(range(1, len(tree)))


@settings(max_examples=100, deadline=None)
@given(positions(), rolls, st.integers(0, 2**32))
def test_steps_follow_the_tree_to_a_complete_turn(position: Position, roll: Roll, seed: int) -> None:
    random = Random(seed)
    moves: list[tuple[int, int]] = []
    while following := position.steps(roll, moves):
        step = random.choice(following)
        moves.append((step.src, step.die))
    turn = position.complete(roll, moves)
    assert turn.moves == tuple(moves)
    assert position.play(turn) in (position.results(roll) or [position.play(Turn())])


@settings(max_examples=100, deadline=None)
@given(positions())
def test_checkers_are_never_lost(position: Position) -> None:
    for side in (0, 1):
        assert sum(position.counts(side)) == 15
        assert all(position.counts(side)[point] == 1 for point in position.pinned(side))


@settings(max_examples=100, deadline=None)
@given(positions(), st.integers(0, 1))
def test_text_and_back(position: Position, side: int) -> None:
    again = Position.parse(position.game, position.text(), position.turn)
    assert again == position
    assert hash(again) == hash(position)
    turned = Position.parse(position.game, position.text(), side)
    assert turned.counts(side) == position.counts(position.turn)


@settings(max_examples=60, deadline=None)
@given(variants, st.integers(0, 2**32), st.integers(0, 2**32))
def test_no_game_costs_less_than_was_unavoidable(game: TablesGame, seed: int, dice_seed: int) -> None:
    """The loser throws sixes, the winner ones, both play at random: the luckiest resistance there is."""
    position, random = played(game, seed, 150), Random(dice_seed)
    loser = random.randint(0, 1)
    proved = [1]
    for _ in range(300):
        proved.append(position.unavoidable(loser))
        roll = (6, 6) if position.turn == loser else (1, random.randint(1, 2))
        position = random.choice(position.results(roll) or [position.play(Turn())])
        if position.outcome() or position.locked():
            break
    outcome = position.outcome()
    if outcome and outcome.winner != loser:
        assert outcome.points >= max(proved)
