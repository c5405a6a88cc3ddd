"""Invariants of every position, however it came about."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.games.reread import reread
from tests.support.search_budget import times
from tests.support.strategies import leaves, played, positions, rolls, variants
from zaria.games.dice import Roll
from zaria.games.tables.game import TablesGame
from zaria.games.tables.position import Position
from zaria.games.turn import Turn


@settings(max_examples=times(150))
@given(positions(), rolls)
def test_each_turn_leads_to_its_result_and_is_complete(position: Position, roll: Roll) -> None:
    due = position.rolled(roll)
    turns = due.turns()
    assert turns == position.turns(roll)
    assert [due.play(turn) for turn in turns] == due.results() == position.results(roll)
    for turn in turns:
        assert due.complete(turn.moves) == turn
    assert len({str(turn) for turn in turns}) == len(turns)


@settings(max_examples=times(150))
@given(positions(), rolls)
def test_tree_ends_where_the_turns_do(position: Position, roll: Roll) -> None:
    due, tree = position.rolled(roll), position.tree(roll)
    ends = [due.play(due.complete(way)) for way in leaves(tree)]
    assert set(ends) == (set(due.results()) or {due.play(Turn())})
    reached = {to for steps in tree for _, _, to in steps}
    assert reached == set(range(1, len(tree)))


@settings(max_examples=times(100))
@given(positions(), rolls, st.integers(0, 2**32))
def test_steps_follow_the_tree_to_a_complete_turn(position: Position, roll: Roll, seed: int) -> None:
    random, due = Random(seed), position.rolled(roll)
    moves: list[tuple[int, int]] = []
    while following := due.steps(moves):
        step = random.choice(following)
        moves.append((step.src, step.die))
    turn = due.complete(moves)
    assert turn.moves == tuple(moves)
    assert due.play(turn) in (due.results() or [due.play(Turn())])


@settings(max_examples=times(100))
@given(positions())
def test_checkers_are_never_lost(position: Position) -> None:
    for side in (0, 1):
        assert sum(position.counts(side)) == position.game.options.checkers
        assert all(position.counts(side)[point] == 1 for point in position.pinned(side))


@settings(max_examples=times(100))
@given(positions(), st.integers(0, 1))
def test_text_and_back(position: Position, side: int) -> None:
    again = reread(position)
    assert again == position
    assert hash(again) == hash(position)
    turned = reread(position, side)
    assert turned.counts(side) == position.counts(position.turn)


@settings(max_examples=times(150))
@given(variants, st.integers(0, 2**32), st.integers(0, 2**32))
def test_no_game_costs_less_than_was_unavoidable(game: TablesGame, seed: int, dice_seed: int) -> None:
    """The side behind throws what carries it farthest, the other little, both play at random."""
    position, random = played(game, seed, 150), Random(dice_seed)
    loser = random.randint(0, 1)
    behind = 1 - loser if game.misere else loser
    proved = [1]
    for _ in range(400):
        proved.append(position.unavoidable(loser))
        if position.duty is None:
            lucky = random.choice(((6, 6), (6, 6), (5, 5), (3, 3), (1, 1)))
            position = position.rolled(lucky if position.turn == behind else (1, random.randint(1, 2)))
        position = random.choice(position.results() or [position.play(Turn())])
        if position.outcome() or position.locked():
            break
    outcome = position.outcome()
    if outcome and outcome.winner == 1 - loser:
        assert outcome.points >= max(proved)
