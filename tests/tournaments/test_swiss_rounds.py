"""A Swiss has a round wherever one is possible: without a second meeting of two, or a second bye."""

import random
from collections.abc import Sequence

import pytest

from tests.support.search_budget import RUN, times
from tests.tournaments.test_formats import new_simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.document import make_document, verify_document
from zaria.tournaments.field import Field
from zaria.tournaments.simulation import Simulation

USUAL, NIGHTLY, PARTS = 60, 2_000, 10


def can_be_paired(players: Sequence[str], met: set[frozenset[str]], free: set[str]) -> bool:
    """Try all pairs of these players, and all byes of players who have had none."""
    if not players:
        return True
    first, *opponents = players
    if len(players) % 2 and first not in free and can_be_paired(opponents, met, free):
        return True
    return any(
        frozenset((first, opponent)) not in met
        and can_be_paired([player for player in opponents if player != opponent], met, free)
        for opponent in opponents
    )


def has_next_round(field: Field) -> bool:
    """Return whether one more round is possible, by trying all of them."""
    free = {str(meeting.players[0]) for meeting in field.meetings() if None in meeting.players}
    return len(field.present) > 1 and can_be_paired(field.present, field.met(), free)


def play(seed: int) -> Simulation:
    """A whole Swiss of terms that follow from a seed, with absences and withdrawals."""
    chance = random.Random(seed)
    players = chance.randint(2, 12)
    rounds = chance.randint(1, players + 1)
    simulation = new_simulation("swiss", players, rounds, seed, chance.choice((0.0, 0.0, 0.1, 0.4)))
    withdrawals = chance.choice((0.0, 0.0, 0.02))
    simulation.begin()
    while simulation.tournament.phase == "playing":
        simulation.play_one()
        if simulation.tournament.phase == "playing" and chance.random() < withdrawals:
            simulation.do(
                cmd.Withdraw(chance.choice(simulation.tournament.field.present or simulation.players))
            )
    return simulation


def check(seeds: range) -> None:
    for seed in seeds:
        simulation = play(seed)
        last = simulation.tournament
        if last.phase == "over":
            early = len(last.field.rounds) < last.terms.rounds
            assert not (early and has_next_round(last.field)), f"seed {seed} ends too early"
        names = {player: player for player in simulation.players}
        document = make_document(simulation.events, names, 0, lambda *place: "-".join(map(str, place)))
        assert verify_document(document) == [], f"seed {seed}"


@pytest.mark.parametrize("part", range(2))
def test_all_rounds_that_are_possible_are_paired(part: int) -> None:
    count = times(USUAL)
    check(range(RUN * count + part, (RUN + 1) * count, 2))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_two_thousand_swisses_have_all_rounds_that_are_possible(part: int) -> None:
    check(range(1_000_000 + part, 1_000_000 + NIGHTLY, PARTS))


def test_only_sides_forbade_the_seventh_round() -> None:
    simulation = new_simulation("swiss", 7, 7, seed=1)
    simulation.begin()
    while simulation.tournament.phase == "playing":
        simulation.play_one()
    assert len(simulation.tournament.field.rounds) == 7


def test_an_earlier_swiss_that_ended_for_the_sake_of_sides_is_verified_as_before() -> None:
    for seed in range(40):
        simulation = new_simulation("swiss", 7, 7, seed=seed)
        simulation.begin()
        while simulation.tournament.phase == "playing" and not _ends_by_sides(simulation):
            simulation.play_one()
        if simulation.tournament.phase == "playing":
            break
    announced, *events = simulation.events[:-1]
    assert isinstance(announced, ev.Announced)
    lines = simulation.tournament.terms.rules.standings(simulation.tournament.field)
    ended = ev.Ended(at=simulation.now, standings=tuple(line.player for line in lines))
    names = {player: player for player in simulation.players}
    for edition, expected in ((0, []), (ev.EDITION, ["it ends before its last match"])):
        first = ev.Announced(
            at=announced.at, id=announced.id, terms=announced.terms, seal=announced.seal, edition=edition
        )
        simulation.events = [first, *events, ended]
        document = make_document(simulation.events, names, 0, lambda *place: "-".join(map(str, place)))
        assert verify_document(document) == expected


def _ends_by_sides(simulation: Simulation) -> bool:
    """Return whether the round that has just begun was paired with sides passed over."""
    rules, field = simulation.tournament.terms.rules, simulation.tournament.field
    is_new = isinstance(simulation.events[-1], ev.RoundPaired)
    return is_new and bool(field.rounds) and rules.round_by_sides(field) is None  # type: ignore[attr-defined]
