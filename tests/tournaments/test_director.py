"""The director's tools: replace, pairs by hand, forfeits, replays, changes of the terms, and undoing them."""

import pytest
from msgspec.structs import replace

from tests.tournaments.test_decide import BOTH_ABSENT, DRAWN, LOST, ONE_ABSENT, WON, begun, refused, report
from tests.tournaments.test_formats import new_simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.formats.registry import FORMATS
from zaria.tournaments.rounds import next_meetings
from zaria.tournaments.simulation import START, Simulation
from zaria.tournaments.state import sides
from zaria.tournaments.tournament import replay

BY = ("boss", "an error")


def with_terms(name: str, players: int, **fields: object) -> Simulation:
    simulation = new_simulation(name, players)
    terms = replace(simulation.tournament.terms, **fields)
    simulation.tournament = replace(simulation.tournament, terms=terms)
    return simulation


def held(name: str, players: int) -> Simulation:
    """A tournament after its first round, during a pause."""
    simulation = begun(name, players)
    simulation.do(cmd.Pause(*BY))
    for place in simulation.tournament.waiting():
        report(simulation, place, WON)
    return simulation


def players_of(simulation: Simulation, place: int = 0) -> tuple[str, str]:
    player, opponent = simulation.tournament.current[place].players
    assert player is not None
    assert opponent is not None
    return player, opponent


@pytest.mark.parametrize(
    "command",
    [
        cmd.Enter("p9", 0, "boss"),
        cmd.Withdraw("p1", "boss", " "),
        cmd.Edit(new_simulation("swiss", 2).tournament.terms, "boss", ""),
        cmd.Replace("p1", "p9", 0, "boss", ""),
        cmd.PairByHand((), "boss", ""),
        cmd.Adjudicate(1, 0, WON, "boss", ""),
        cmd.Forfeit(1, 0, "p1", "boss", ""),
        cmd.DoubleForfeit(1, 0, "boss", ""),
        cmd.Replay(1, 0, "boss", ""),
        cmd.Undo("boss", ""),
        cmd.Pause("boss"),
        cmd.Cancel("boss", ""),
    ],
    ids=lambda command: type(command).__name__,
)
def test_a_director_gives_a_reason(command: cmd.Command) -> None:
    assert refused(begun("swiss", 4), command) == "reason_needed"


# --- check-in, and a knock-out that begins when it is full


def test_only_those_who_have_checked_in_take_part() -> None:
    simulation = with_terms("knockout", 4, check_in_ms=60_000)
    assert refused(simulation, cmd.CheckIn("p1"), START - 60_001) == "too_early"
    assert refused(simulation, cmd.CheckIn("p9")) == "not_entered"
    for player in ("p1", "p2", "p3"):
        simulation.do(cmd.CheckIn(player))
    assert refused(simulation, cmd.CheckIn("p1")) == "checked_in"
    simulation.do(cmd.Withdraw("p3"))
    simulation.do(cmd.Enter("p3"))
    simulation.begin()
    absent = [event.player for event in simulation.events if isinstance(event, ev.Withdrawn) and event.code]
    assert absent == ["p4", "p3"]
    assert set(simulation.tournament.field.entrants) == {"p1", "p2"}


def test_too_few_who_have_checked_in_cancel_it() -> None:
    simulation = with_terms("knockout", 4, check_in_ms=60_000)
    simulation.do(cmd.CheckIn("p1"))
    simulation.begin()
    assert simulation.tournament.phase == "cancelled"


def test_without_a_check_in_nobody_checks_in() -> None:
    assert refused(new_simulation("knockout", 4), cmd.CheckIn("p1")) == "not_now"


def test_a_full_knockout_begins_at_once() -> None:
    simulation = with_terms("knockout", 3, when_full=True, most=4)
    secret = simulation._secret
    assert refused(simulation, cmd.Begin(secret), START - 1) == "too_early"
    simulation.do(cmd.Enter("p4"))
    simulation.now = START - 10_000
    simulation.begin()
    assert simulation.tournament.number == 1


# --- terms


def test_terms_change_before_the_start_and_their_text_after_the_first_entry() -> None:
    simulation = new_simulation("swiss", 1)
    terms = simulation.tournament.terms
    assert refused(simulation, cmd.Edit(replace(terms, fee=100), *BY)) == "fixed"
    assert refused(simulation, cmd.Edit(replace(terms, title="x" * 999), *BY)) == "bad_terms"
    assert refused(simulation, cmd.Edit(replace(terms, starts_at=START - 1), *BY)) == "bad_terms"
    simulation.do(cmd.Edit(replace(terms, title="Friday", starts_at=START + 99), *BY))
    assert simulation.tournament.terms.title == "Friday"
    simulation.do(cmd.Withdraw("p1"))
    simulation.do(cmd.Edit(replace(simulation.tournament.terms, fee=100), *BY))
    assert simulation.tournament.terms.fee == 100
    simulation.do(cmd.Enter("p1"))
    assert refused(simulation, cmd.Undo(*BY)) == "depends"
    simulation.do(cmd.Withdraw("p1"))
    simulation.do(cmd.Undo(*BY))
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.terms == terms
    assert refused(begun("swiss", 4), cmd.Edit(terms, *BY)) == "not_now"


def test_another_start_needs_another_check_in() -> None:
    simulation = with_terms("swiss", 4, check_in_ms=60_000)
    simulation.do(cmd.CheckIn("p1"))
    simulation.do(cmd.Edit(replace(simulation.tournament.terms, starts_at=START + 10**6), *BY))
    assert not simulation.tournament.checked_in


# --- replace


def test_another_has_the_place_of_a_player_who_has_not_played() -> None:
    simulation = begun("knockout", 4)
    player, opponent = players_of(simulation)
    assert refused(simulation, cmd.Replace("nobody", "new", 5, *BY)) == "not_entered"
    assert refused(simulation, cmd.Replace(player, opponent, 5, *BY)) == "entered"
    simulation.do(cmd.Replace(player, "new", 5, *BY))
    assert players_of(simulation) == ("new", opponent)
    assert simulation.tournament.attempts == {0: 1}
    assert simulation.tournament.ratings["new"] == 5
    assert player not in simulation.tournament.ratings
    report(simulation, 0, WON)
    assert refused(simulation, cmd.Replace("new", player, 5, *BY)) == "played"
    assert refused(simulation, cmd.Undo(*BY)) == "depends"


def test_another_enters_for_a_player_before_the_start() -> None:
    simulation = with_terms("knockout", 4, check_in_ms=60_000)
    simulation.do(cmd.CheckIn("p1"))
    simulation.do(cmd.Replace("p1", "new", 7, *BY))
    assert list(simulation.tournament.ratings) == ["new", "p2", "p3", "p4"]
    assert simulation.tournament.checked_in == {"new"}
    before = simulation.tournament
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.ratings == new_simulation("knockout", 4).tournament.ratings
    assert before.checked_in == {"new"}


def test_a_player_with_a_bye_can_be_replaced() -> None:
    simulation = begun("swiss", 5)
    free = simulation.tournament.current[-1].players[0]
    simulation.do(cmd.Replace(str(free), "new", 0, *BY))
    for place in simulation.tournament.waiting():
        report(simulation, place, WON)
    assert simulation.tournament.field.points["new"] == 2
    assert "new" in {player for meeting in simulation.tournament.current for player in meeting.players}


# --- pairs by hand


def test_the_next_round_is_paired_by_hand_during_a_pause() -> None:
    simulation = held("swiss", 6)
    present, met = simulation.tournament.field.present, simulation.tournament.with_current().met()
    first = present[0]
    second, third = [candidate for candidate in present[1:] if frozenset((first, candidate)) not in met][:2]
    assert refused(simulation, cmd.PairByHand(((first, first),), *BY)) == "bad_pairs"
    assert refused(simulation, cmd.PairByHand(((first, "nobody"),), *BY)) == "bad_pairs"
    assert refused(simulation, cmd.PairByHand((players_of(simulation),), *BY)) == "met_before"
    simulation.do(cmd.PairByHand(((third, first),), *BY))
    simulation.do(cmd.PairByHand(((second, first),), *BY))
    simulation.do(cmd.Undo(*BY))
    simulation.do(cmd.Resume("boss"))
    pairs = [meeting.players for meeting in simulation.tournament.current]
    assert pairs[0] == (third, first)
    assert len(pairs) == 5
    assert not simulation.tournament.hand
    simulation.do(cmd.Pause(*BY))
    report(simulation, 0, WON)
    assert refused(simulation, cmd.PairByHand(((first, second),), *BY)) == "bye_again"


def test_the_first_round_is_held_by_a_pause_before_the_start() -> None:
    simulation = new_simulation("knockout", 5)
    simulation.do(cmd.Pause(*BY))
    simulation.begin()
    assert (simulation.tournament.phase, simulation.tournament.number) == ("playing", 0)
    assert refused(simulation, cmd.PairByHand((), "boss", "")) == "reason_needed"
    simulation.do(cmd.PairByHand((("p1", "p2"),), *BY))
    simulation.do(cmd.Resume("boss"))
    assert next(meeting.players for meeting in simulation.tournament.current) == ("p1", "p2")
    assert sum(None in meeting.players for meeting in simulation.tournament.current) == 3


def test_a_bracket_by_hand_has_the_same_players_and_size() -> None:
    simulation = held("knockout", 8)
    through = [str(meeting.winner) for meeting in simulation.tournament.current]
    lost = str(simulation.tournament.current[0].loser)
    assert refused(simulation, cmd.PairByHand(((through[0], lost),), *BY)) == "bad_pairs"
    assert refused(simulation, cmd.PairByHand(((through[0], through[2]),), *BY)) == "too_many_byes"
    hand = ((through[2], through[0]), (through[3], through[1]))
    simulation.do(cmd.PairByHand(hand, *BY))
    simulation.do(cmd.Resume("boss"))
    assert tuple(meeting.players for meeting in simulation.tournament.current) == hand
    report(simulation, 0, WON)
    report(simulation, 1, WON)
    report(simulation, 0, WON)
    assert simulation.tournament.phase == "over"


def test_pairs_by_hand_must_hold_until_the_round_begins() -> None:
    simulation = held("swiss", 4)
    hand = tuple(meeting.players for meeting in next_meetings(simulation.tournament) or ())
    simulation.do(cmd.PairByHand(hand, *BY))  # type: ignore[arg-type]
    simulation.do(cmd.Withdraw(str(hand[0][0])))
    assert refused(simulation, cmd.Resume("boss")) == "bad_pairs"
    simulation.do(cmd.PairByHand((), *BY))
    simulation.do(cmd.Resume("boss"))
    assert simulation.tournament.number == 2


def test_no_meeting_is_played_again_while_pairs_by_hand_follow_from_it() -> None:
    simulation = held("swiss", 6)
    hand = tuple(meeting.players for meeting in next_meetings(simulation.tournament) or ())
    simulation.do(cmd.PairByHand(hand, *BY))  # type: ignore[arg-type]
    assert refused(simulation, cmd.Replay(1, 0, *BY)) == "not_now"
    simulation.do(cmd.Undo(*BY))
    simulation.do(cmd.Replay(1, 0, *BY))
    assert simulation.tournament.waiting() == [0]


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"swiss", "knockout", "arena"}))
def test_a_table_takes_no_pairs_by_hand(name: str) -> None:
    assert refused(held(name, 4), cmd.PairByHand((("p1", "p2"),), *BY)) == "by_table"


def test_pairs_by_hand_need_a_pause_and_a_round_to_come() -> None:
    assert refused(begun("swiss", 4), cmd.PairByHand((), *BY)) == "not_now"
    simulation = held("swiss", 2)
    assert refused(simulation, cmd.PairByHand((("p1", "p2"),), *BY)) == "not_now"


# --- forfeits, replays


def test_forfeits() -> None:
    simulation = begun("round-robin", 4)
    player, opponent = players_of(simulation)
    assert refused(simulation, cmd.Forfeit(1, 0, players_of(simulation, 1)[0], *BY)) == "not_entered"
    simulation.do(cmd.Forfeit(1, 0, opponent, *BY))
    assert simulation.tournament.current[0].result == ONE_ABSENT
    simulation.do(cmd.Forfeit(1, 0, player, *BY))
    assert simulation.tournament.current[0].winner == opponent
    simulation.do(cmd.DoubleForfeit(1, 0, *BY))
    assert simulation.tournament.current[0].result == BOTH_ABSENT
    for result in (LOST, ONE_ABSENT, None):
        simulation.do(cmd.Undo(*BY))
        if result is LOST:
            result = replace(LOST, played=False)
        assert simulation.tournament.current[0].result == result
    assert simulation.tournament.attempts == {0: 1}
    assert refused(simulation, cmd.Undo(*BY)) == "nothing_to_undo"


def test_a_meeting_is_played_again() -> None:
    simulation = begun("knockout", 4)
    assert refused(simulation, cmd.Replay(1, 0, *BY)) == "not_now"
    report(simulation, 0, DRAWN)
    assert sides(simulation.tournament, 0) == players_of(simulation)[::-1]
    assert simulation.tournament.attempts == {0: 1}
    report(simulation, 0, WON)
    simulation.do(cmd.Replay(1, 0, *BY))
    assert simulation.tournament.attempts == {0: 2}
    assert sides(simulation.tournament, 0) == players_of(simulation)
    assert refused(simulation, cmd.Report(1, 0, WON, attempt=1)) == "old_attempt"
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.current[0].result == WON
    simulation.do(cmd.Replay(1, 0, *BY))
    assert simulation.tournament.attempts == {0: 3}
    simulation.do(cmd.Report(1, 0, DRAWN, attempt=3))
    assert refused(simulation, cmd.Undo(*BY)) == "depends"
    simulation.do(cmd.Report(1, 0, WON, attempt=4))
    assert refused(simulation, cmd.Undo(*BY)) == "depends"
    report(simulation, 1, WON)
    assert (simulation.tournament.number, simulation.tournament.attempts) == (2, {})


def test_a_result_from_before_a_replay_is_the_director_s() -> None:
    """Its match is not the last one of the meeting, which the director has ended."""
    simulation = begun("round-robin", 4)
    report(simulation, 0, WON)
    command: cmd.Command
    for command in (cmd.Adjudicate(1, 0, LOST, *BY), cmd.Undo(*BY)):
        simulation.do(command)
    assert (simulation.tournament.current[0].result, simulation.tournament.hows) == (WON, {0: "played"})
    for command in (cmd.Adjudicate(1, 0, LOST, *BY), cmd.Replay(1, 0, *BY), cmd.Undo(*BY), cmd.Undo(*BY)):
        simulation.do(command)
    assert (simulation.tournament.current[0].result, simulation.tournament.hows) == (WON, {0: "director"})
    assert replay(simulation.events) == simulation.tournament


def test_a_bye_is_not_decided_by_a_director() -> None:
    simulation = begun("swiss", 5)
    bye = len(simulation.tournament.current) - 1
    assert refused(simulation, cmd.Replay(1, bye, *BY)) == "no_meeting"
    assert refused(simulation, cmd.DoubleForfeit(1, bye, *BY)) == "no_meeting"
    with pytest.raises(KeyError):
        sides(simulation.tournament, bye)


# --- undo


def test_entries_and_withdrawals_by_a_director_can_be_undone() -> None:
    simulation = new_simulation("swiss", 4)
    before = simulation.tournament.ratings
    simulation.do(cmd.Enter("p9", 3, *BY))
    simulation.do(cmd.Withdraw("p9", *BY))
    number = simulation.tournament.version - 1
    assert refused(simulation, cmd.Undo(*BY, number=number - 1)) == "nothing_to_undo"
    simulation.do(cmd.Undo(*BY, number=number))
    assert simulation.events[-1] == ev.Undone(at=simulation.now, number=number, by="boss", reason="an error")
    assert simulation.tournament.ratings == {**before, "p9": 3}
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.ratings == before
    assert replay(simulation.events) == simulation.tournament


def test_late_entries_and_withdrawals_can_be_undone_while_the_round_lasts() -> None:
    simulation = begun("swiss", 4)
    before = simulation.tournament
    simulation.do(cmd.Enter("late", 3, *BY))
    simulation.do(cmd.Undo(*BY))
    assert (simulation.tournament.field, simulation.tournament.ratings) == (before.field, before.ratings)
    simulation.do(cmd.Withdraw("p1", *BY))
    simulation.do(cmd.Enter("p1", 3, *BY))
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.field.withdrawn == {"p1"}
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.field == before.field
    simulation.do(cmd.Enter("late", 3, *BY))
    for place in simulation.tournament.waiting():
        report(simulation, place, WON)
    assert refused(simulation, cmd.Undo(*BY)) == "nothing_to_undo", "the next round has begun"


def test_what_others_have_done_since_holds() -> None:
    simulation = new_simulation("swiss", 4)
    simulation.do(cmd.Enter("p9", 3, *BY))
    simulation.do(cmd.Withdraw("p9"))
    assert refused(simulation, cmd.Undo(*BY)) == "depends"
    arena = begun("arena", 3)
    arena.do(cmd.Enter("p9", 3, *BY))
    arena.do(cmd.Pair())
    arena.do(cmd.Report(1, 0, WON))
    arena.do(cmd.Report(1, 1, WON))
    arena.do(cmd.Pair())
    assert refused(arena, cmd.Undo(*BY)) == "depends"


def test_who_plays_an_earlier_match_again_is_not_free() -> None:
    simulation = begun("arena", 6)
    simulation.do(cmd.Pair())
    for place in range(3):
        report(simulation, place, WON)
    simulation.do(cmd.Pair())
    report(simulation, 3, WON)
    player, opponent = players_of(simulation, 3)
    place = next(place for place in range(3) if player in players_of(simulation, place))
    earlier_opponent = next(candidate for candidate in players_of(simulation, place) if candidate != player)
    waiting = simulation.tournament.waiting()
    open_place = next(at for at in waiting if earlier_opponent in players_of(simulation, at))
    simulation.do(cmd.Adjudicate(1, open_place, WON, *BY))
    simulation.do(cmd.Replay(1, place, *BY))
    assert opponent in simulation.tournament.idle
    assert not {player, earlier_opponent} & set(simulation.tournament.idle)


def test_an_arena_reopens_no_match_of_somebody_who_plays() -> None:
    simulation = begun("arena", 4)
    simulation.do(cmd.Pair())
    simulation.do(cmd.Adjudicate(1, 0, WON, *BY))
    report(simulation, 1, WON)
    simulation.do(cmd.Pair())
    assert refused(simulation, cmd.Undo(*BY)) == "depends"
    assert refused(simulation, cmd.Replay(1, 0, *BY)) == "not_now"
    simulation.do(cmd.Adjudicate(1, 0, LOST, *BY))
    simulation.do(cmd.Undo(*BY))
    assert simulation.tournament.current[0].result == WON
