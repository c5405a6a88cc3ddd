"""Whole tournaments of all formats, with withdrawals and players who miss rounds."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.search_budget import times
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.field import Field, Meeting, Result
from zaria.tournaments.formats.double_elimination import DoubleElimination
from zaria.tournaments.formats.groups import Groups
from zaria.tournaments.formats.knockout import Knockout
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.formats.round_robin import berger_round, rounds_for
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.tournament import TournamentState, replay

BERGER = {
    4: ("1-4 2-3", "4-3 1-2", "2-4 3-1"),
    6: ("1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"),
    8: (
        "1-8 2-7 3-6 4-5", "8-5 6-4 7-3 1-2", "2-8 3-1 4-7 5-6", "8-6 7-5 1-4 2-3", "3-8 4-2 5-1 6-7",
        "8-7 1-6 2-5 3-4", "4-8 5-3 6-2 7-1",
    ),
}  # fmt: skip
"""FIDE handbook C.05, annex 1: Berger tables."""


def new_simulation(
    name: str, players: int, rounds: int = 5, seed: int = 0, no_shows: float = 0.0
) -> Simulation:
    """A tournament with a draw and results that follow from a seed."""
    chance = random.Random(seed)
    return Simulation(name, players, rounds, chance.randbytes(32), chance.random, no_shows)


def play(simulation: Simulation, seed: int, withdrawals: float) -> TournamentState:
    """Play to the end; after each meeting somebody withdraws with this chance. Every round is checked."""
    chance = random.Random(seed)
    simulation.begin()
    seen = 0
    while simulation.tournament.phase == "playing":
        for event in simulation.events[seen:]:
            if isinstance(event, ev.RoundPaired):
                check_round(simulation.tournament, event.meetings)
        seen = len(simulation.events)
        simulation.play_one()
        present = simulation.tournament.field.present
        if simulation.tournament.phase == "playing" and present and chance.random() < withdrawals:
            simulation.do(cmd.Withdraw(chance.choice(present)))
        assert len(simulation.events) < 40 * len(simulation.players) ** 2 + 500, "it does not end"
    return simulation.tournament


def check_round(tournament: TournamentState, meetings: tuple[Meeting, ...]) -> None:
    """Nobody plays twice in a round, nor against themselves; all are entrants."""
    players = [player for meeting in meetings for player in meeting.players if player is not None]
    assert len(set(players)) == len(players)
    assert set(players) <= set(tournament.field.entrants)


@pytest.mark.parametrize("name", FORMATS)
def test_every_tournament_ends_and_ranks_everybody(name: str) -> None:
    @settings(max_examples=times(20))
    @given(
        players=st.integers(2, 40),
        rounds=st.integers(1, 9),
        seed=st.integers(0, 10**6),
        no_shows=st.sampled_from((0.0, 0.0, 0.1, 0.5, 1.0)),
        withdrawals=st.sampled_from((0.0, 0.0, 0.02, 0.3)),
    )
    def run(players: int, rounds: int, seed: int, no_shows: float, withdrawals: float) -> None:
        simulation = new_simulation(name, players, rounds, seed, no_shows)
        over = play(simulation, seed, withdrawals)
        decided = [event for event in simulation.events if isinstance(event, ev.MeetingDecided)]
        if not any(event.result.played for event in decided):
            assert simulation.events[-1] == ev.Cancelled(at=simulation.now, code="no_match")
            return
        assert over.phase == "over"
        assert sorted(over.standings) == sorted(simulation.players)
        assert replay([ev.decode(ev.encode(event)) for event in simulation.events]) == over
        if not no_shows and not withdrawals:
            check = CHECKS.get(name)
            if check is not None:
                check(over.field, list(over.standings))

    run()


def only_one_is_unbeaten(field: Field, standings: list[str]) -> None:
    lost = Counter(meeting.loser for meeting in field.meetings() if meeting.loser is not None)
    assert set(field.entrants) - set(lost) == {standings[0]}
    assert set(lost.values()) <= {1}
    assert lost_in(field, standings[1]) == len(field.rounds)


def lost_in(field: Field, player: str) -> int:
    """The number of the round in which the player lost."""
    (lost_round,) = [
        number
        for number, meetings in enumerate(field.rounds, start=1)
        for meeting in meetings
        if meeting.loser == player
    ]
    return lost_round


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


CHECKS: dict[str, Callable[[Field, list[str]], None]] = {
    "knockout": only_one_is_unbeaten,
    "double": all_but_one_lost_twice,
    "round-robin": all_pairs_met(1),
    "league": all_pairs_met(2),
}


@settings(max_examples=times(20))
@given(
    players=st.integers(2, 30),
    rounds=st.integers(1, 9),
    seed=st.integers(0, 10**6),
    no_shows=st.sampled_from((0.0, 0.2, 0.6)),
)
def test_a_swiss_pairs_nobody_twice_and_gives_one_bye(
    players: int, rounds: int, seed: int, no_shows: float
) -> None:
    field = play(new_simulation("swiss", players, rounds, seed, no_shows), seed, 0.03).field
    pairs = [meeting.players for meeting in field.meetings() if None not in meeting.players]
    assert len({frozenset(pair) for pair in pairs}) == len(pairs)
    byes = Counter(meeting.players[0] for meeting in field.meetings() if None in meeting.players)
    assert set(byes.values()) <= {1}
    for meetings in field.rounds:
        assert sum(None in meeting.players for meeting in meetings) <= 1


def test_a_swiss_has_its_rounds() -> None:
    assert len(play(new_simulation("swiss", players=20, rounds=5), 0, 0).field.rounds) == 5


def test_sides_change_in_the_second_half_of_a_league() -> None:
    pairs = [meeting.players for meeting in play(new_simulation("league", 6), 0, 0).field.meetings()]
    assert len(set(pairs)) == len(pairs) == 30


def test_who_falls_out_of_the_upper_bracket_meets_nobody_from_their_own_half() -> None:
    players = tuple(f"p{number}" for number in range(1, 17))
    form, field = DoubleElimination(seeded=True), Field(players, players)
    while (meetings := form.next_round(field)) is not None:
        if len(field.rounds) in (2, 4):  # those who fall out come down
            assert not {frozenset(meeting.players) for meeting in meetings} & field.met()
        field = field.after(won_by_favourite(meeting) for meeting in meetings)
    assert [line.player for line in form.standings(field)][:3] == ["p1", "p2", "p3"]


def test_a_swiss_that_runs_out_of_pairs_ends_early() -> None:
    """lila 7675."""
    assert len(play(new_simulation("swiss", players=4, rounds=9), 0, 0).field.rounds) == 3


def test_a_bracket_has_no_second_bye() -> None:
    """lila 12497, 6619: a player who is through to the second round by a bye plays there."""
    for players in range(2, 130):
        simulation = new_simulation("knockout", players)
        simulation.begin()
        first = simulation.tournament.current
        byes = [None in meeting.players for meeting in first]
        assert all(meeting.players[0] is not None for meeting in first)
        assert sum(byes) == 2 * len(first) - players
        both = sum(upper and lower for upper, lower in zip(byes[::2], byes[1::2], strict=False))
        assert both == max(0, sum(byes) - len(first) // 2)


def test_the_best_two_meet_in_the_final_only() -> None:
    players = tuple(f"p{number}" for number in range(1, 12))
    form, field = Knockout(seeded=True), Field(players, players)
    while (meetings := form.next_round(field)) is not None:
        field = field.after(meeting if meeting.result else won_by_favourite(meeting) for meeting in meetings)
    assert set(field.rounds[-1][0].players) == {"p1", "p2"}
    assert [line.player for line in form.standings(field)][:2] == ["p1", "p2"]
    byes = {meeting.players[0] for meeting in field.rounds[0] if None in meeting.players}
    assert byes == {f"p{seed}" for seed in range(1, 6)}


def won_by_favourite(meeting: Meeting) -> Meeting:
    first, second = (int(str(player)[1:]) for player in meeting.players)
    return Meeting(meeting.players, Result((2, 0) if first < second else (0, 2)))


@pytest.mark.parametrize("name", FORMATS)
def test_a_start_pairs_somebody(name: str) -> None:
    """lila 14439."""
    for players in (2, 3, 9):
        simulation = new_simulation(name, players)
        simulation.begin()
        if FORMATS[name].continuous:
            simulation.do(cmd.Pair())
        assert any(None not in meeting.players for meeting in simulation.tournament.current)


@pytest.mark.parametrize("name", FORMATS)
def test_nobody_is_paired_after_all_have_withdrawn(name: str) -> None:
    """lila 10812."""
    simulation = new_simulation(name, 9)
    simulation.begin()
    for player in simulation.players:
        simulation.do(cmd.Withdraw(player))
    unfinished = len(simulation.tournament.current)
    while simulation.tournament.phase == "playing":
        simulation.play_one()
    results = [meeting.result for meeting in simulation.tournament.field.meetings()]
    assert sum(result is not None and result.played for result in results) <= unfinished


@pytest.mark.parametrize("count", BERGER)
def test_pairs_are_those_of_the_berger_tables(count: int) -> None:
    pairings = tuple(
        " ".join(f"{first + 1}-{second + 1}" for first, second in berger_round(count, number))
        for number in range(rounds_for(count))
    )
    assert pairings == BERGER[count]


def test_groups_do_not_meet_again_at_once() -> None:
    for players in range(8, 40):
        simulation = new_simulation("groups", players, seed=players)
        over = play(simulation, players, 0)
        form = Groups()
        group = {
            player: number for number, members in enumerate(form.groups(over.field)) for player in members
        }
        rounds = rounds_for(max(map(len, form.groups(over.field))))
        for player, opponent in (meeting.players for meeting in over.field.rounds[rounds]):
            assert player is None or opponent is None or group[player] != group[opponent]
