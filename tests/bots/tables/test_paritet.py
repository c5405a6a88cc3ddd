"""Equal turns: the last turn, both sides bearing off, and before that."""

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.by_day import by_day
from tests.support.search_budget import times
from zaria import games
from zaria.bots.probabilities import OutcomeProbabilities, mean
from zaria.bots.tables import paritet
from zaria.bots.tables.bearoff import BearOff
from zaria.bots.tables.paritet import Cost, ahead, correct, last_turn, sooner
from zaria.games.dice import ROLL_CHANCES
from zaria.games.protocols import DiceGame
from zaria.games.tables.position import Position
from zaria.games.turn import Turn

pytestmark = pytest.mark.proof

SHORT = games.dice_game("short-nardy-5s", paritet=True)
LONG = games.dice_game("long-nardy-5s", paritet=True)
NOTHING_KNOWN = OutcomeProbabilities(0.5, 0.2, 0.1, 0.2, 0.1)


def position(text: str, game: DiceGame = SHORT, turn: int = 0) -> Position:
    position = game.parse(text, turn)
    assert isinstance(position, Position)
    return position


def start(game: DiceGame, side: int = 0) -> Position:
    position = game.start(side)
    assert isinstance(position, Position)
    return position


def best(where: Position) -> OutcomeProbabilities:
    """The expectation of the side on roll, by the rules and the best of all turns; for short games."""
    return _best(where.to_text())


@cache
def _best(text: str) -> OutcomeProbabilities:
    where = position(text)
    of_rolls = []
    for roll, share in ROLL_CHANCES:
        due = where.rolled(roll)
        ends = [_end(end) for end in due.results() or [due.play(Turn())]]
        of_rolls.append((share, max(ends, key=lambda chances: chances.equity(SHORT.classes))))
    return mean(of_rolls)


def _end(after: Position) -> OutcomeProbabilities:
    """The expectation of the player who made a turn."""
    ended = after.outcome()
    if ended is None:
        return best(after).flipped()
    if ended.winner is None:
        return OutcomeProbabilities(0.0, draw=1.0)
    marsed, koksed = float(ended.points > 1), float(ended.points > 2)
    if ended.winner == after.turn:
        return OutcomeProbabilities(0.0, lose2=marsed, lose3=koksed)
    return OutcomeProbabilities(1.0, marsed, koksed)


def close(chances: OutcomeProbabilities, expected: OutcomeProbabilities, within: float = 1e-4) -> None:
    for name in OutcomeProbabilities.__struct_fields__:
        assert getattr(chances, name) == pytest.approx(getattr(expected, name), abs=within), name


# -- the last turn


def test_who_can_finish_in_the_last_turn_draws() -> None:
    close(last_turn(position("X=1:2;O=;starter=O")), OutcomeProbabilities(0.0, draw=1.0))


def test_a_side_that_cannot_finish_loses_what_it_must() -> None:
    """A checker at 7 comes home by any roll; two on 24 leave the first quarter by 6-6, 5-5, 4-4 or 3-3."""
    chances = correct(position("X=7:1,6:14;O=;starter=O"), NOTHING_KNOWN, None)
    assert chances == OutcomeProbabilities(0.0)
    koks = correct(position("X=24:2,6:13;O=;starter=O"), NOTHING_KNOWN, None)
    assert koks.draw == koks.win == 0
    assert koks.lose2 == pytest.approx(1.0)
    assert koks.lose3 == pytest.approx(32 / 36)


def test_mars_is_saved_where_it_can_be() -> None:
    """The checker on 12 needs six pips."""
    chances = last_turn(position("X=12:1,6:14;O=;starter=O"))
    needs = sum(a + b >= 6 if a != b else 4 * a >= 6 for a in range(1, 7) for b in range(1, 7)) / 36
    assert chances.lose2 == pytest.approx(1 - needs)


@pytest.mark.parametrize("text", ["X=2:2,1:1;O=;starter=O", "X=6:2;O=;starter=O", "X=12:1,5:1;O=;starter=O"])
def test_the_last_turn_is_that_of_the_rules(text: str) -> None:
    close(last_turn(position(text)), best(position(text)), 1e-12)


# -- both bearing off


SMALL = ["1:1", "2:1", "6:1", "1:2", "4:1,1:1", "6:2", "1:3", "5:1,2:2"]


@pytest.mark.parametrize("starter", "XO")
@pytest.mark.parametrize("checkers", by_day(("2:1", "5:1,2:2"), SMALL))
def test_bearing_off_is_as_exact_as_the_table(checkers: str, starter: str, plain_table: BearOff) -> None:
    for opponent_checkers in SMALL:
        where = position(f"X={checkers};O={opponent_checkers};starter={starter}")
        close(correct(where, OutcomeProbabilities(0.5), plain_table), best(where), 2e-3)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8), st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_ahead_counts_every_pair(first: list[float], second: list[float]) -> None:
    first_turns, second_turns = (
        [weight / (sum(shares) or 1) for weight in shares] for shares in (first, second)
    )
    if not any(first_turns) or not any(second_turns):
        return
    pairs = [
        (a, b, first_turns[a] * second_turns[b])
        for a in range(len(first_turns))
        for b in range(len(second_turns))
    ]
    win, draw = ahead(first_turns, second_turns)
    assert win == pytest.approx(sum(share for a, b, share in pairs if a < b))
    assert draw == pytest.approx(sum(share for a, b, share in pairs if a == b))


def test_sides_far_apart_hardly_draw(plain_table: BearOff) -> None:
    chances = correct(position("X=1:2;O=6:15;starter=X"), OutcomeProbabilities(1.0), plain_table)
    close(chances, OutcomeProbabilities(1.0))


# -- before that


def some_position(game: DiceGame, seed: int) -> Position:
    """A position of a game played by chance, which is not over."""
    random = Random(seed)
    where = start(game, seed % 2)
    for _ in range(random.randrange(180)):
        due = where.rolled((random.randint(1, 6), random.randint(1, 6)))
        after = random.choice(due.results() or [due.play(Turn())])
        if after.outcome() is not None:
            break
        where = after
    return where


@pytest.mark.parametrize("game", [SHORT, LONG], ids=("short", "long"))
@settings(max_examples=times(40))
@given(seed=st.integers(0, 2**32))
def test_chances_stay_chances(game: DiceGame, seed: int) -> None:
    """None below 0; the second player's wins as they were, those of who began no more than that."""
    where = some_position(game, seed)
    chances = correct(where, NOTHING_KNOWN, None)
    assert all(0 <= getattr(chances, name) <= 1 + 1e-9 for name in OutcomeProbabilities.__struct_fields__)
    assert chances.win >= chances.win2 >= chances.win3
    assert chances.lose + 1e-9 >= chances.lose2 >= chances.lose3
    starter = where.past.starter
    assert starter is not None
    if where.counts(starter)[0] < 15:
        seen = chances, NOTHING_KNOWN
        began, before = seen if where.turn == starter else [side_chances.flipped() for side_chances in seen]
        assert began.lose == pytest.approx(before.lose)
        assert began.win < before.win


def test_without_equal_turns_nothing_changes(plain_table: BearOff) -> None:
    where = start(games.dice_game("short-nardy-5s"))
    assert correct(where, NOTHING_KNOWN, plain_table) is NOTHING_KNOWN


def test_what_is_certain_stays_so() -> None:
    cost = Cost(0.5, 0.5, 0.5)
    assert sooner(OutcomeProbabilities(0.0, lose2=1.0), cost) == OutcomeProbabilities(0.0, lose2=1.0)
    assert sooner(OutcomeProbabilities(1.0, 1.0, 1.0), cost) == OutcomeProbabilities(1.0, 1.0, 1.0)


def test_from_the_start_as_many_draws_as_were_counted() -> None:
    """In 12,000 games that nets played one of twenty was drawn in short nardy, one of twelve in long."""
    assert correct(start(SHORT), OutcomeProbabilities(0.52), None).draw == pytest.approx(0.05, abs=0.01)
    assert correct(start(LONG), OutcomeProbabilities(0.58), None).draw == pytest.approx(0.082, abs=0.01)


def test_the_nearer_the_end_the_more_a_turn_counts() -> None:
    texts = ["X=12:15;O=12:15;starter=X", "X=7:15;O=7:15;starter=X", "X=7:2;O=7:2;starter=X"]
    draws = [correct(position(text), OutcomeProbabilities(0.6), None).draw for text in texts]
    assert draws == sorted(draws)
    assert paritet.correct(position(texts[0], LONG), OutcomeProbabilities(0.6), None).draw > 0.1
