"""Stages, heads and what is judged at the end of a turn, reckoned by hand on the bare kernel."""

import json
from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from tests.games.tables.test_kernel import PADS
from tests.support.games.kernel_pads import COMPILED, Pad
from zaria.games.tables.kernel.rules import KernelRules

Checkers = dict[int, int]
Moves = list[tuple[int, int]]

HIT = KernelRules(limit=-1)
CAUCASUS = KernelRules(limit=-1, caucasus=1)
OFF_BAN = KernelRules(limit=-1, off_ban=1)
BOTH_BANS = KernelRules(limit=-1, caucasus=1, off_ban=1)
STAY = KernelRules(limit=-1, stays=1)
TAPA = KernelRules(limit=-1, pin=1, first_long_move=2, mothers=1)
MOTHERS = KernelRules(limit=-1, pin=1, mothers=2)
FEVGA = KernelRules(parallel=1, first_away=1, quarter=1, open_lock=1)
MOULTEZIM = KernelRules(parallel=1, first_away=1, quarter=2)
LISTS = {"none": 0, "nardy": 1, "fivestars": 2, "principle": 3, "three": 4}
STEP, TURN = 1, 2


def nardy(heads: str = "nardy", six: int = STEP) -> KernelRules:
    return KernelRules(parallel=1, head=1, head_list=LISTS[heads], six_block=six)


class Case(NamedTuple):
    """Rules, and both sides' checkers by the points of the player on roll."""

    rules: KernelRules
    checkers: Checkers
    opponent_checkers: Checkers

    def pad(self, heads: int = 0, base: bool = True) -> Pad:
        pad = Pad(COMPILED)
        cells = [self.checkers.get(p, 0) - self.opponent_checkers.get(p, 0) for p in range(26)]
        pad.load(self.rules, tuple(cells), 0, heads, base)
        return pad

    def ends(self, d1: int, d2: int, times: int = 4) -> list[str]:
        """The player's checkers after each result; one on which they hit ends in a star."""
        pad = self.pad()
        pad.generate(d1, d2, times)
        return sorted(self.end(moves) for moves in pad.moves())

    def end(self, moves: Moves) -> str:
        checkers = Counter(self.checkers)
        hit = ""
        for src, die in moves:
            checkers[src] -= 1
            if src > die:
                checkers[src - die] += 1
                hit = "*" if self.opponent_checkers.get(src - die) == 1 else hit
        return " ".join(map(str, sorted(checkers.elements(), reverse=True))) + hit

    def most(self, d1: int, d2: int, times: int = 4, heads: int = 0, base: bool = True) -> int:
        """Steps of the legal turns, 0 when the roll passes."""
        pad = self.pad(heads, base)
        pad.generate(d1, d2, times)
        (steps,) = {len(moves) for moves in pad.moves()} or {0}
        return steps


# -- stages

FREE = Case(HIT, {10: 1, 8: 1}, {})


def test_a_single_die() -> None:
    assert FREE.ends(3, 3, times=1) == ["10 5", "8 7"]
    assert FREE.pad().completes(3, 3, [(10, 3)], times=1)
    assert not FREE.pad().completes(3, 3, [(10, 3), (8, 3)], times=1)
    assert not FREE.pad().completes(3, 3, [], times=1)
    assert json.loads(FREE.pad().tree(3, 3, times=1)) == [[[10, 3, 1], [8, 3, 2]], [], []]


@pytest.mark.parametrize("times", [1, 2, 3, 4])
def test_a_doublet_is_played_so_many_times(times: int) -> None:
    assert FREE.most(1, 1, times) == times
    assert FREE.pad().completes(1, 1, [(10, 1), (9, 1), (8, 1), (7, 1)][:times], times)


def test_as_much_of_a_stage_as_can_be() -> None:
    stuck = Case(HIT, {24: 1}, {9: 2})
    assert stuck.ends(5, 5, times=2) == ["14"]
    assert stuck.ends(5, 5, times=3) == ["14"]
    assert stuck.pad().completes(5, 5, [(24, 5), (19, 5)], times=3)


# -- heads and first turns

OPENING = Case(nardy(), {24: 15}, {12: 15})
LATER = Case(nardy(), {24: 14, 20: 1}, {12: 15})


def test_heads_that_left_in_earlier_stages_count() -> None:
    assert [LATER.most(2, 2, heads=heads) for heads in (0, 1, 2)] == [4, 3, 3]
    assert [_first_to_leave(LATER, heads) for heads in (0, 1, 2)] == [{24, 20}, {20}, {20}]


def _first_to_leave(case: Case, heads: int) -> set[int]:
    return {src for src, _, _ in json.loads(case.pad(heads).tree(3, 2))[0]}


def test_a_later_stage_is_no_first_turn() -> None:
    assert OPENING.most(6, 6) == 2
    assert OPENING.most(6, 6, base=False) == 1
    long_move = Case(TAPA, {24: 15}, {1: 15})
    first_stage, later_stage = long_move.pad(), long_move.pad(base=False)
    assert (first_stage.generate(6, 5), later_stage.generate(6, 5)) == (1, 2)


@pytest.mark.parametrize(
    ("runner", "roll", "steps"),
    [
        (9, (5, 5), {"none": 2, "nardy": 2, "fivestars": 2, "principle": 4, "three": 2}),
        (16, (2, 2), {"none": 3, "nardy": 3, "fivestars": 3, "principle": 4, "three": 3}),
        (16, (5, 3), {"none": 1, "nardy": 1, "fivestars": 1, "principle": 2, "three": 1}),
        (16, (4, 4), {"none": 1, "nardy": 1, "fivestars": 2, "principle": 2, "three": 2}),
        (9, (6, 5), {"none": 2, "nardy": 2, "fivestars": 2, "principle": 2, "three": 2}),
    ],
)
def test_second_heads(runner: int, roll: tuple[int, int], steps: dict[str, int]) -> None:
    """The opponent's first checker has run to our point `runner`; we open, one checker alone or two."""
    for heads, most in steps.items():
        case = Case(nardy(heads), {24: 15}, {12: 14, runner: 1})
        assert case.most(*roll) == most, heads


def test_the_principle_wants_one_checker_to_be_stopped() -> None:
    case = Case(nardy("principle"), {24: 15}, {12: 14, 9: 1})
    assert case.ends(6, 5) == [" ".join(["24"] * 14 + ["13"])]


# -- the six-block at the end of a turn

WALL = {7: 1, 6: 1, 5: 1, 4: 1, 3: 1, 2: 1}
"""A row of six already, so that sixes leave no choice: 7/1 lengthens it, then checkers are borne off it."""
BEHIND = {12: 14, 8: 1}


def test_a_block_may_be_made_and_broken_in_one_turn() -> None:
    each_step, whole_turn = Case(nardy(), WALL, BEHIND), Case(nardy(six=TURN), WALL, BEHIND)
    assert each_step.most(6, 6) == 0
    assert whole_turn.ends(6, 6) == ["3 2 1"]
    assert whole_turn.ends(6, 6, times=2) == ["5 4 3 2 1"]
    assert not whole_turn.pad().completes(6, 6, [(7, 6)], times=2)


def test_a_block_may_not_be_left() -> None:
    row = Case(nardy(six=TURN), WALL, BEHIND)
    assert row.most(6, 6, times=1) == 0
    assert row.pad().completes(6, 6, [], times=1)
    assert json.loads(row.pad().tree(6, 6, times=1)) == [[]]


def test_with_an_opponent_beyond_a_block_is_no_offence() -> None:
    stands_beyond, borne_off = {12: 14, 24: 1}, {12: 14}
    for ahead in (stands_beyond, borne_off):
        assert Case(nardy(six=TURN), WALL, ahead).most(6, 6, times=1) == 1


def test_the_turn_that_leaves_no_block_is_the_only_one() -> None:
    twos = Case(nardy(six=TURN), {7: 1, 6: 2, 5: 2, 4: 2, 3: 2, 2: 2}, BEHIND)
    assert twos.pad().generate(6, 5) == 1
    assert twos.ends(6, 5) == ["6 5 5 4 4 3 3 2 2 2"]


# -- hitters

FAR = {20: 14}


def test_hit_and_hide() -> None:
    checkers, opponent_checkers = {6: 1, 3: 2}, FAR | {5: 1}
    plain = ["3 3 3", "3 3 3*", "4 3 2", "5 3 1*", "6 2 1", "6 3"]
    assert Case(HIT, checkers, opponent_checkers).ends(2, 1) == plain
    assert Case(CAUCASUS, checkers, opponent_checkers).ends(2, 1) == [end for end in plain if end != "3 3 3*"]
    assert Case(OFF_BAN, checkers, opponent_checkers).ends(2, 1) == plain


def test_a_hitter_may_be_covered_and_the_last_to_come_goes_first() -> None:
    case = Case(CAUCASUS, {6: 2}, FAR | {5: 1})
    hides: Moves = [(6, 1), (6, 1), (5, 1), (5, 1)]
    is_covered: Moves = [(6, 1), (5, 1), (6, 1), (5, 1)]
    assert case.end(hides) == case.end(is_covered) == "4 4*"
    assert not case.pad().completes(1, 1, hides)
    assert case.pad().completes(1, 1, is_covered)
    assert "4 4*" in case.ends(1, 1)
    assert _onward(case, hides[:3]) == [(4, 1)]
    assert _onward(case, is_covered[:3]) == [(5, 1), (4, 1)]


def _onward(case: Case, played: Moves) -> Moves:
    tree = json.loads(case.pad().tree(1, 1))
    node = 0
    for move in played:
        (node,) = [to for src, die, to in tree[node] if (src, die) == move]
    return [(src, die) for src, die, _ in tree[node]]


def test_a_hitter_runs_on_to_an_empty_point_or_another_hit() -> None:
    for opponent_checkers in (FAR | {5: 1}, {20: 13, 5: 1, 3: 1}):
        assert Case(CAUCASUS, {6: 1, 2: 1}, opponent_checkers).pad().completes(2, 1, [(6, 1), (5, 2)])


ALONE = {6: 1}


def test_a_hitter_is_borne_off_only_where_less_could_be_played_else() -> None:
    free, shut = FAR | {5: 1}, {20: 12, 5: 1, 1: 2}
    assert Case(HIT, ALONE, free).ends(5, 1) == ["", "*"]
    assert Case(HIT, ALONE, shut).ends(5, 1) == ["*"]
    for rules in (CAUCASUS, BOTH_BANS):
        assert Case(rules, ALONE, free).ends(5, 1) == [""]
        assert Case(rules, ALONE, shut).ends(5, 1) == ["*"]
        assert Case(rules, ALONE, shut).pad().completes(5, 1, [(6, 1), (5, 5)])
        assert not Case(rules, ALONE, free).pad().completes(5, 1, [(6, 1), (5, 5)])


def test_the_ban_on_bearing_a_hitter_off_knows_no_exception() -> None:
    assert Case(OFF_BAN, ALONE, FAR | {5: 1}).ends(5, 1) == [""]
    shut = Case(OFF_BAN, ALONE, {20: 12, 5: 1, 1: 2})
    assert shut.ends(5, 1) == ["5*"]
    assert shut.pad().completes(5, 1, [(6, 1)])
    assert not shut.pad().completes(5, 1, [(6, 1), (5, 5)])


def test_the_checker_that_covers_a_hitter_may_be_borne_off() -> None:
    case = Case(OFF_BAN, {2: 2}, FAR | {1: 1})
    covered: Moves = [(2, 1), (2, 1), (1, 1)]
    assert case.ends(1, 1) == ["1*"]
    assert case.pad().completes(1, 1, covered)
    assert not case.pad().completes(1, 1, [(2, 1), (1, 1), (2, 1)])


# -- a checker that hit stays


def test_a_checker_that_hit_at_home_moves_no_more() -> None:
    alone = Case(STAY, {8: 1, 7: 1}, {5: 1})
    assert alone.ends(3, 1) == ["6 5*", "7 4", "8 3"]
    assert not alone.pad().completes(3, 1, [(8, 3), (5, 1)])
    assert alone._replace(rules=HIT).pad().completes(3, 1, [(8, 3), (5, 1)])


def test_another_checker_on_its_point_may_move() -> None:
    joined = Case(STAY, {8: 2, 7: 1}, {5: 1})
    assert joined.ends(3, 3) == ["5 4 2*", "5 5 1*"]
    assert not joined.pad().completes(3, 3, [(8, 3), (5, 3), (8, 3), (7, 3)])


def test_a_checker_that_hit_outside_the_home_runs_on() -> None:
    assert Case(STAY, {13: 1}, {10: 1}).ends(3, 2) == ["8", "8*"]


def test_dice_that_only_the_hitter_could_play_are_lost() -> None:
    assert Case(STAY, {2: 1}, {1: 1}).most(1, 1) == 1
    assert Case(STAY, {5: 1}, {4: 1}).most(1, 1) == 1


# -- mothers

ELSEWHERE = {17: 5, 12: 9}


def test_the_other_mother_pinned_ends_the_game_where_the_own_start_is_left() -> None:
    case = Case(MOTHERS, {7: 1, 6: 13, 3: 1}, ELSEWHERE | {1: 1})
    caught: Moves = [(7, 6)]
    assert case.pad().completes(6, 1, caught)
    assert not case.pad().completes(6, 1, [*caught, (6, 1)])
    assert "6 6 6 6 6 6 6 6 6 6 6 6 6 3 1*" in case.ends(6, 1)


def test_it_does_not_while_a_checker_stands_at_the_start() -> None:
    case = Case(MOTHERS, {24: 1, 7: 1, 6: 13}, ELSEWHERE | {1: 1})
    assert not case.pad().completes(6, 1, [(7, 6)])
    assert case.pad().completes(6, 1, [(7, 6), (24, 1)])


def test_the_last_to_leave_the_start_ends_it_with_any_step_of_a_doublet() -> None:
    """Leaving at once plays one of the four; what is moved before is another result."""
    cells = [0] * 26
    cells[24], cells[14], cells[1], cells[20] = 1, 13, 17, -14
    for pad in PADS:
        pad.load(MOTHERS, tuple(cells))
        assert pad.generate(2, 2) == 12
        assert sorted(len(moves) for moves in pad.moves()) == [1, 2, 3, 3, *(8 * [4])]


# -- the first checker ahead, and limits of points

HEAD = {12: 15}


def test_one_checker_leaves_the_head_until_it_has_come_to_the_others() -> None:
    assert Case(FEVGA, {24: 15}, HEAD).ends(2, 1) == [f"{14 * '24 '}21"]
    assert Case(FEVGA, {24: 14, 15: 1}, {11: 15}).ends(2, 1) == [f"{14 * '24 '}12"]
    runner = Case(FEVGA, {24: 14, 13: 1}, HEAD)
    assert runner.ends(2, 1) == [f"{13 * '24 '}23 11", f"{14 * '24 '}10"]
    assert runner.pad().completes(2, 1, [(13, 2), (24, 1)])
    assert not runner.pad().completes(2, 1, [(24, 1), (13, 2)])


def test_a_doublet_that_brings_it_there_frees_the_others() -> None:
    assert Case(FEVGA, {24: 15}, HEAD).ends(5, 5) == [f"{13 * '24 '}19 9", f"{14 * '24 '}4"]


def test_no_step_holds_all_of_the_own_first_quarter() -> None:
    five = {24: 10, 23: 1, 22: 1, 21: 1, 20: 1, 5: 1}
    assert not Case(FEVGA, five, {10: 15}).pad().completes(5, 1, [(24, 5), (5, 1)])
    assert Case(FEVGA, five, {10: 15}).pad().completes(5, 2, [(20, 2), (24, 5)])
    assert not Case(FEVGA, five, {10: 15}).pad().completes(5, 2, [(24, 5), (20, 2)])


def test_four_points_in_the_others_first_quarter() -> None:
    held_points = {24: 10, 13: 1, 12: 1, 11: 1, 10: 1, 9: 1}
    assert not Case(MOULTEZIM, held_points, {3: 15}).pad().completes(5, 1, [(13, 5), (24, 1)])
    assert Case(MOULTEZIM, held_points, {3: 15}).pad().completes(5, 4, [(12, 4), (24, 5)])


def test_a_turn_that_leaves_a_way_out_goes_before_one_that_locks() -> None:
    row, far_side = {10: 2, 9: 2, 8: 2, 7: 2, 6: 2}, {11: 15}
    assert Case(FEVGA, row | {5: 1, 2: 4}, far_side).ends(1, 1, times=1) == [
        "10 10 9 9 8 8 7 7 6 6 4 2 2 2 2"
    ]
    assert len(Case(FEVGA, row | {5: 2, 2: 3}, far_side).ends(1, 1, times=1)) == 7
    assert not Case(FEVGA, row | {5: 1, 2: 4}, far_side).pad().completes(1, 1, [(2, 1)], times=1)
    assert len(json.loads(Case(FEVGA, row | {5: 1, 2: 4}, far_side).pad().tree(1, 1, times=1))[0]) == 1


# -- both kernels

RULES = (
    FEVGA,
    MOULTEZIM,
    MOTHERS,
    CAUCASUS,
    OFF_BAN,
    BOTH_BANS,
    STAY,
    nardy("principle", TURN),
    nardy("none", TURN),
)


@pytest.mark.parametrize("rules", RULES)
def test_compiled_and_interpreted_judge_alike(rules: KernelRules) -> None:
    for seed in range(12):
        random = Random(seed)
        cells = _crowded(random, hits=rules.limit < 0)
        d1, d2, times = random.randint(1, 6), random.randint(1, 6), random.randint(1, 4)
        results = []
        for pad in PADS:
            pad.load(rules, cells)
            pad.generate(d1, d2, times)
            moves = pad.moves()
            complete = [pad.completes(d1, d2, turn, times) for turn in moves if not pad.load(rules, cells)]
            pad.load(rules, cells)
            results.append((moves, complete, pad.tree(d1, d2, times), pad.hits()))
        assert results[0] == results[1], seed
        assert all(results[0][1]), seed


def _crowded(random: Random, hits: bool) -> tuple[int, ...]:
    """Own checkers near home, the opponent's alone among them or out of the way."""
    cells = [0] * 26
    for _ in range(random.randint(6, 15)):
        cells[random.randint(1, 9)] += 1
    if hits:
        for p in range(1, 7):
            if cells[p] == 0:
                cells[p] = -random.choice([0, 1, 1, 2])
    cells[12] = -(15 + sum(cell for cell in cells if cell < 0))
    return tuple(cells)
