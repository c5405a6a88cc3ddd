"""Whole tournaments of all formats, with withdrawals and players who miss rounds."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.support.search_budget import times
from zaria.tournaments.field import Field, Meeting, Result
from zaria.tournaments.formats.base import Format
from zaria.tournaments.formats.double_elimination import DoubleElimination
from zaria.tournaments.formats.groups import Groups
from zaria.tournaments.formats.knockout import Knockout
from zaria.tournaments.formats.round_robin import RoundRobin, berger_round, rounds_for
from zaria.tournaments.simulation import FORMATS, WITH_DRAWS, Players, simulate

BERGER = {
    4: ("1-4 2-3", "4-3 1-2", "2-4 3-1"),
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    8: (
        "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
    ),
}  # fmt: skip
"""FIDE handbook C.05, annex 1: Berger tables."""


def crowd_of(count: int, seed: int, no_shows: float, draws: bool) -> Players:
    """Players whose draw and results follow from a seed."""
    chance = random.Random(seed)
    return Players(count, chance.randbytes(32), chance.random, no_shows, draws)


def play(form: Format, crowd: Players, withdrawals: float, seed: int) -> Field:
    """Play to the end; before each round somebody withdraws with this chance."""
    chance, field = random.Random(seed), crowd.field()
    while (meetings := form.next_round(field)) is not None:
        check_round(field, meetings)
        field = field.after(crowd.play(meeting) for meeting in meetings)
        if chance.random() < withdrawals and field.present:
            gone = chance.choice(field.present)
            field = replace(field, withdrawn=field.withdrawn | {gone})
        assert len(field.rounds) < 4 * len(field.entrants) + 50, "it does not end"
    return field


def check_round(field: Field, meetings: list[Meeting]) -> None:
    """Nobody plays twice in a round, nor against himself; who has withdrawn plays no more."""
    seen = Counter(player for meeting in meetings for player in meeting.players if player is not None)
    assert set(seen.values()) <= {1}
    assert set(seen) <= set(field.entrants)
    for meeting in meetings:
        if meeting.result is None:
            assert None not in meeting.players
            assert not field.withdrawn & set(meeting.players)


@pytest.mark.parametrize("name", FORMATS)
def test_every_tournament_ends_and_ranks_everybody(name: str) -> None:
    @settings(max_examples=times(25))
    @given(
        players=st.integers(2, 40),
        rounds=st.integers(1, 9),
        seed=st.integers(0, 10**6),
        no_shows=st.sampled_from((0.0, 0.0, 0.1, 0.5, 1.0)),
        withdrawals=st.sampled_from((0.0, 0.0, 0.2, 0.7)),
    )
    def run(players: int, rounds: int, seed: int, no_shows: float, withdrawals: float) -> None:
        form = FORMATS[name](rounds)
        field = play(form, crowd_of(players, seed, no_shows, name in WITH_DRAWS), withdrawals, seed)
        standings = [line.player for line in form.standings(field)]
        assert sorted(standings) == sorted(field.entrants)
        if not no_shows and not withdrawals:
            CHECKS.get(name, lambda field, standings: None)(field, standings)

    run()


def only_one_is_unbeaten(field: Field, standings: list[str]) -> None:
    lost = Counter(meeting.loser for meeting in field.meetings() if meeting.loser is not None)
    assert set(field.entrants) - set(lost) == {standings[0]}
    assert set(lost.values()) <= {1}
    assert lost_in(field, standings[1]) == len(field.rounds)


def lost_in(field: Field, player: str) -> int:
    """The number of the round in which the player lost."""
    (found,) = [
        number
        for number, meetings in enumerate(field.rounds, start=1)
        for meeting in meetings
        if meeting.loser == player
    ]
    return found


def all_but_one_lost_twice(field: Field, standings: list[str]) -> None:
    lost = Counter(meeting.loser for meeting in field.meetings() if meeting.loser is not None)
    assert lost[standings[0]] < 2
    assert all(lost[player] == 2 for player in standings[1:])


def all_pairs_met(cycles: int) -> Callable[[Field, list[str]], None]:
    def check(field: Field, standings: list[str]) -> None:
        met = Counter(
            frozenset(meeting.players) for meeting in field.meetings() if None not in meeting.players
        )
        assert met == {frozenset(pair): cycles for pair in combinations(field.entrants, 2)}
        points = field.points
        assert [points[player] for player in standings] == sorted(points.values(), reverse=True)

    return check


CHECKS = {
    "knockout": only_one_is_unbeaten,
    "double": all_but_one_lost_twice,
    "round-robin": all_pairs_met(1),
    "league": all_pairs_met(2),
}


@settings(max_examples=times(25))
@given(
    players=st.integers(2, 30),
    rounds=st.integers(1, 9),
    seed=st.integers(0, 10**6),
    no_shows=st.sampled_from((0.0, 0.2, 0.6)),
)
def test_a_swiss_pairs_nobody_twice_and_gives_one_bye(
    players: int, rounds: int, seed: int, no_shows: float
) -> None:
    form = FORMATS["swiss"](rounds)
    field = play(form, crowd_of(players, seed, no_shows, draws=True), 0.3, seed)
    pairs = [meeting.players for meeting in field.meetings() if None not in meeting.players]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    byes = Counter(meeting.players[0] for meeting in field.meetings() if None in meeting.players)
    assert set(byes.values()) <= {1}
    for meetings in field.rounds:
        assert sum(None in meeting.players for meeting in meetings) <= 1


def test_a_swiss_that_runs_out_of_pairs_ends_early() -> None:
    """lila 7675."""
    played = simulate("swiss", 4, 9, bytes(32), random.Random(1).random)
    assert len(played["rounds"]) == 3


def test_a_bracket_has_no_second_bye() -> None:
    """lila 12497, 6619: who is through to the second round by a bye plays there."""
    for players in range(2, 130):
        first = Knockout().next_round(crowd_of(players, players, 0, draws=False).field())
        assert first is not None
        byes = [None in meeting.players for meeting in first]
        assert all(meeting.players[0] is not None for meeting in first)
        assert sum(byes) == 2 * len(first) - players
        assert sum(one and two for one, two in zip(byes[::2], byes[1::2], strict=False)) == max(
            0, sum(byes) - len(first) // 2
        )


def test_the_best_two_meet_in_the_final_only() -> None:
    form = Knockout(seeded=True)
    field = crowd_of(11, 0, 0, draws=False).field()
    while (meetings := form.next_round(field)) is not None:
        field = field.after(
            meeting
            if meeting.result is not None
            else Meeting(meeting.players, Result((2, 0) if favourite(meeting) == 0 else (0, 2)))
            for meeting in meetings
        )
    assert set(field.rounds[-1][0].players) == {"p1", "p2"}
    assert [line.player for line in form.standings(field)][:2] == ["p1", "p2"]
    assert {meeting.players[0] for meeting in field.rounds[0] if None in meeting.players} == {
        f"p{seed}" for seed in range(1, 6)
    }


def favourite(meeting: Meeting) -> int:
    one, two = (int(str(player)[1:]) for player in meeting.players)
    return int(two < one)


@pytest.mark.parametrize("form", [Knockout(), DoubleElimination(), RoundRobin(), Groups()])
def test_nobody_is_paired_after_all_have_withdrawn(form: Format) -> None:
    """lila 10812."""
    field = crowd_of(9, 0, 0, draws=False).field()
    field = replace(field, withdrawn=frozenset(field.entrants))
    for _ in range(30):
        meetings = form.next_round(field)
        if meetings is None:
            break
        assert all(meeting.result is not None for meeting in meetings)
        field = field.after(meetings)
    else:
        pytest.fail("it does not end")


@pytest.mark.parametrize("count", BERGER)
def test_pairs_are_those_of_the_berger_tables(count: int) -> None:
    made = tuple(
        " ".join(f"{one + 1}-{two + 1}" for one, two in berger_round(count, number))
        for number in range(rounds_for(count))
    )
    assert made == BERGER[count]


def test_groups_do_not_meet_again_at_once() -> None:
    for players in range(8, 40):
        form, field = Groups(), crowd_of(players, players, 0, draws=True).field()
        group = {player: number for number, each in enumerate(form.groups(field)) for player in each}
        crowd = crowd_of(players, players, 0, draws=False)
        rounds = rounds_for(max(map(len, form.groups(field))))
        while (meetings := form.next_round(field)) is not None:
            if len(field.rounds) == rounds:
                for one, two in (meeting.players for meeting in meetings):
                    assert one is None or two is None or group[one] != group[two]
            field = field.after(crowd.play(meeting) for meeting in meetings)
        assert len([line.player for line in form.standings(field)]) == players
