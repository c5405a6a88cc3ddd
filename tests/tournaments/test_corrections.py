"""A director corrects results of earlier rounds: what is deleted, what stays, and what it comes to."""

import random
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from tests.tournaments.test_decide import DRAWN, LOST, WON, begun, refused, report
from tests.tournaments.test_director import BY, players_of, with_terms
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.document import make_document, verify_document
from zaria.tournaments.field import LOSS, WIN, Meeting, Result
from zaria.tournaments.simulation import Simulation
from zaria.tournaments.state import TournamentState
from zaria.tournaments.tournament import replay

BRACKETS = ("knockout", "double", "groups")
TABLES = ("round-robin", "league")

Corrections = dict[tuple[int, frozenset[str | None]], str]
"""The winners of corrected meetings, by round and players."""


def play_round(simulation: Simulation, result: Result = WON) -> None:
    """Decide the meetings of the current round."""
    for place in simulation.tournament.waiting():
        report(simulation, place, result)


def correct(simulation: Simulation, number: int, place: int, result: Result = LOST) -> ev.Corrected:
    """Correct a result; returns the event."""
    length = len(simulation.events)
    simulation.do(cmd.Correct(number, place, result, *BY))
    event = simulation.events[length]
    assert isinstance(event, ev.Corrected)
    return event


def deleted(event: ev.Corrected) -> list[tuple[int, int]]:
    return [(meeting.number, meeting.place) for meeting in event.deleted]


def test_only_a_result_of_an_earlier_round_is_corrected() -> None:
    simulation = begun("knockout", 4)
    assert refused(simulation, cmd.Correct(1, 0, LOST, *BY)) == "no_meeting"
    play_round(simulation)
    assert refused(simulation, cmd.Correct(1, 0, LOST, "boss", "")) == "reason_needed"
    assert refused(simulation, cmd.Correct(1, 2, LOST, *BY)) == "no_meeting"
    assert refused(simulation, cmd.Correct(0, 0, LOST, *BY)) == "no_meeting"
    assert refused(simulation, cmd.Correct(1, 0, DRAWN, *BY)) == "bad_result"
    assert refused(simulation, cmd.Correct(1, 0, Result((2, 2)), *BY)) == "bad_result"
    assert refused(simulation, cmd.Correct(1, 0, WON, *BY)) == "same_result"
    play_round(simulation)
    assert simulation.tournament.phase == "over"
    assert refused(simulation, cmd.Correct(1, 0, LOST, *BY)) == "closed"


def test_a_bye_has_no_result_to_correct() -> None:
    simulation = begun("knockout", 3)
    play_round(simulation)
    (bye,) = [
        place
        for place, meeting in enumerate(simulation.tournament.field.rounds[0])
        if None in meeting.players
    ]
    assert refused(simulation, cmd.Correct(1, bye, LOST, *BY)) == "no_meeting"


def test_another_winner_meets_the_opponent_of_the_next_round() -> None:
    simulation = begun("knockout", 8)
    first = players_of(simulation)
    play_round(simulation)
    opponent = players_of(simulation)[1]
    report(simulation, 0, WON)
    event = correct(simulation, 1, 0)
    assert deleted(event) == [(2, 0)]
    assert event.deleted[0].players == (first[0], opponent)
    assert simulation.tournament.current[0] == Meeting((first[1], opponent))
    assert simulation.tournament.attempts == {0: 1}
    assert simulation.tournament.number == 2


def test_the_same_winner_by_other_means_changes_nothing_else() -> None:
    simulation = begun("knockout", 8)
    play_round(simulation)
    before = simulation.tournament.current
    event = correct(simulation, 1, 0, Result((WIN, LOSS), played=False))
    assert (event.round, event.meetings, event.deleted) == (0, (), ())
    assert simulation.tournament.current is before


def test_a_winner_who_is_nobody_leaves_the_opponent_a_bye() -> None:
    simulation = begun("knockout", 4)
    play_round(simulation)
    opponent = players_of(simulation)[1]
    correct(simulation, 1, 0, Result((LOSS, LOSS), played=False))
    assert simulation.tournament.phase == "over"
    assert simulation.tournament.standings[0] == opponent


def test_matches_that_do_not_follow_from_it_stay_and_count_again() -> None:
    simulation = begun("knockout", 16)
    play_round(simulation)
    play_round(simulation)
    report(simulation, 1, WON)
    semi_final = simulation.tournament.current[1]
    event = correct(simulation, 1, 0)
    assert deleted(event) == [(2, 0), (3, 0)]
    assert event.round == simulation.tournament.number == 2
    assert simulation.tournament.waiting() == [0]
    report(simulation, 0, LOST)
    assert simulation.tournament.number == 3
    assert simulation.tournament.current[1] == semi_final
    assert simulation.tournament.waiting() == [0]
    assert simulation.tournament.attempts == {0: 1}
    assert not simulation.tournament.later


def test_a_match_under_way_that_stays_is_the_same_match_later() -> None:
    simulation = begun("knockout", 16)
    play_round(simulation)
    play_round(simulation)
    under_way = simulation.tournament.current[1]
    correct(simulation, 1, 0)
    assert refused(simulation, cmd.Report(3, 1, WON)) == "no_meeting"
    assert refused(simulation, cmd.Replay(2, 2, *BY)) == "not_now"  # its winner is at a table
    report(simulation, 0, LOST)
    assert simulation.tournament.current[1] == under_way
    assert simulation.tournament.attempts.get(1, 0) == 0


def test_a_final_that_is_not_needed_any_more_is_deleted() -> None:
    simulation = begun("double", 2)
    report(simulation, 0, WON)
    play_round(simulation, LOST)  # the player without a loss loses the first final
    assert simulation.tournament.number == 3
    event = correct(simulation, 2, 0, WON)
    assert deleted(event) == [(3, 0)]
    assert simulation.tournament.phase == "over"


def test_pairs_by_hand_stay_as_long_as_the_same_players_reach_the_round() -> None:
    simulation = begun("knockout", 8)
    simulation.do(cmd.Pause(*BY))
    play_round(simulation)
    winners = [meeting.players[0] or "" for meeting in simulation.tournament.current]
    simulation.do(cmd.PairByHand(((winners[0], winners[3]), (winners[1], winners[2])), *BY))
    simulation.do(cmd.Resume("boss"))
    event = correct(simulation, 1, 0, Result((WIN, LOSS), played=False))
    assert event.deleted == ()
    event = correct(simulation, 1, 0, LOST)
    assert deleted(event) == [(2, 0), (2, 1)]


def test_pairs_by_hand_for_the_next_round_come_first() -> None:
    simulation = begun("swiss", 6)
    play_round(simulation)
    simulation.do(cmd.Pause(*BY))
    play_round(simulation)
    pair = simulation.tournament.field.entrants[:2]
    simulation.tournament = replace(simulation.tournament, hand=(pair,))
    assert refused(simulation, cmd.Correct(1, 0, LOST, *BY)) == "not_now"


@pytest.mark.parametrize("name", TABLES)
def test_pairs_of_a_table_follow_from_no_result(name: str) -> None:
    simulation = begun(name, 6)
    play_round(simulation)
    before = simulation.tournament.current
    event = correct(simulation, 1, 0, DRAWN)
    assert (event.round, event.deleted) == (0, ())
    assert simulation.tournament.current is before
    assert simulation.tournament.field.rounds[0][0].result == DRAWN


def test_a_round_of_a_swiss_stays_unless_it_is_to_be_paired_again() -> None:
    simulation = begun("swiss", 8)
    play_round(simulation)
    before = simulation.tournament.current
    simulation.do(cmd.Correct(1, 0, LOST, *BY, again=False))
    assert simulation.tournament.current is before
    simulation.do(cmd.Correct(1, 1, LOST, *BY, again=True))
    paired_again = simulation.tournament.current
    assert paired_again != before
    report(simulation, 0, WON)
    simulation.do(cmd.Correct(1, 1, WON, *BY, again=True))
    assert simulation.tournament.current[1:] == paired_again[1:]


def test_no_act_of_before_a_correction_is_undone() -> None:
    simulation = begun("knockout", 8)
    play_round(simulation)
    simulation.do(cmd.Adjudicate(2, 1, WON, *BY))
    correct(simulation, 1, 0)
    assert refused(simulation, cmd.Undo(*BY)) == "nothing_to_undo"


def test_a_player_of_a_match_that_may_count_again_is_not_replaced() -> None:
    simulation = with_terms("knockout", 15)
    simulation.begin()
    play_round(simulation)
    play_round(simulation)
    (number,) = [
        place
        for place, meeting in enumerate(simulation.tournament.field.rounds[0])
        if None in meeting.players
    ]
    player = simulation.tournament.field.rounds[0][number].players[0]
    place = next(
        place
        for place, meeting in enumerate(simulation.tournament.field.rounds[0])
        if place // 4 != number // 4
    )
    correct(simulation, 1, place)
    assert refused(simulation, cmd.Replace(str(player), "new", 5, *BY)) == "played"


# --- whatever is corrected, the bracket is that of the right results


def winner_of(number: int, meeting: Meeting, corrections: Corrections) -> Result:
    """The result of a meeting: the corrected one, or one that follows from the round and the players."""
    first, second = sorted(filter(None, meeting.players))
    stronger = random.Random(f"{number} {first} {second}").choice((first, second))
    winner = corrections.get((number, frozenset(meeting.players)), stronger)
    return WON if winner == meeting.players[0] else LOST


def play_one(simulation: Simulation, corrections: Corrections, choose: Callable[[list[int]], int]) -> None:
    state = simulation.tournament
    place = choose(state.waiting())
    report(simulation, place, winner_of(state.number, state.current[place], corrections))


def a_correction(state: TournamentState, chance: random.Random, *, last: bool) -> tuple[int, int] | None:
    """The round and the place of a meeting to be corrected."""
    first = len(state.field.rounds) if last else 1
    places = [
        (number, place)
        for number in range(max(first, 1), len(state.field.rounds) + 1)
        for place, meeting in enumerate(state.field.rounds[number - 1])
        if None not in meeting.players
    ]
    return chance.choice(places) if places else None


def with_corrections(name: str, players: int, chance: random.Random) -> tuple[Simulation, Corrections]:
    """Play a tournament in which a director corrects results again and again."""
    simulation, corrections, remaining = begun(name, players), Corrections(), chance.randint(1, 6)
    while simulation.tournament.phase == "playing":
        state = simulation.tournament
        unplayed = all(meeting.result is None or None in meeting.players for meeting in state.current)
        may_correct = remaining and (name != "swiss" or unplayed) and chance.random() < 0.3
        target = a_correction(state, chance, last=name == "swiss") if may_correct else None
        if target is None:
            play_one(simulation, corrections, chance.choice)
            continue
        remaining -= 1
        meeting = state.field.rounds[target[0] - 1][target[1]]
        corrections[target[0], frozenset(meeting.players)] = str(meeting.loser)
        result = LOST if meeting.winner == meeting.players[0] else WON
        simulation.do(cmd.Correct(*target, result, *BY, again=True))
        assert replay(simulation.events) == simulation.tournament
    return simulation, corrections


@pytest.mark.parametrize("name", [*BRACKETS, *TABLES, "swiss"])
@pytest.mark.parametrize("seed", range(12))
def test_a_corrected_tournament_equals_that_of_the_right_results(name: str, seed: int) -> None:
    chance = random.Random(seed)
    players = chance.randint(2, 9 if name in TABLES else 20)
    simulation, corrections = with_corrections(name, players, chance)
    right = begun(name, players)
    while right.tournament.phase == "playing":
        play_one(right, corrections, lambda waiting: waiting[0])
    assert simulation.tournament.field.rounds == right.tournament.field.rounds
    assert simulation.tournament.standings == right.tournament.standings
    decoded = [ev.decode(ev.encode(event)) for event in simulation.events]
    assert replay(decoded) == simulation.tournament
    names = {player: player for player in simulation.tournament.ratings}
    document = make_document(decoded, names, 0, lambda *place: "-".join(map(str, place)))
    assert verify_document(document) == []
    ids = [meeting.match for meetings in document.rounds for meeting in meetings if meeting.match]
    assert len(set(ids)) == len(ids)


def test_a_document_names_what_does_not_follow_from_a_correction() -> None:
    simulation = begun("knockout", 8)
    play_round(simulation)
    event = correct(simulation, 1, 0)
    names = {player: player for player in simulation.tournament.ratings}
    events = [
        replace(happening, deleted=()) if happening is event else happening for happening in simulation.events
    ]
    document = make_document(events, names, 0, lambda *place: "-".join(map(str, place)))
    assert "round 1, place 0: other matches follow from the correction" in verify_document(document)
