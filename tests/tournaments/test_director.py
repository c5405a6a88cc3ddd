"""The director's tools: replace, pairs by hand, forfeits, replays, changes of the terms, and undoing them."""

import pytest
from msgspec.structs import replace

from tests.tournaments.test_decide import BOTH_ABSENT, DRAWN, LOST, ONE_ABSENT, WON, begun, refused, report
from tests.tournaments.test_formats import simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.rounds import next_meetings
from zaria.tournaments.simulation import START, Simulation
from zaria.tournaments.state import sides
from zaria.tournaments.terms import FORMATS
from zaria.tournaments.tournament import replay

BY = ("boss", "an error")


def with_terms(name: str, players: int, **fields: object) -> Simulation:
    made = simulation(name, players)
    made.tournament = replace(made.tournament, terms=replace(made.tournament.terms, **fields))  # type: ignore[arg-type]
    return made


def held(name: str, players: int) -> Simulation:
    """A tournament after its first round, during a pause."""
    made = begun(name, players)
    made.do(cmd.Pause(*BY))
    for place in made.tournament.waiting():
        report(made, place, WON)
    return made


def players_of(made: Simulation, place: int = 0) -> tuple[str, str]:
    one, two = made.tournament.current[place].players
    assert one is not None
    assert two is not None
    return one, two


@pytest.mark.parametrize(
    "command",
    [
        cmd.Enter("p9", 0, "boss"),
        cmd.Withdraw("p1", "boss", " "),
        cmd.Edit(simulation("swiss", 2).tournament.terms, "boss", ""),
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
    made = with_terms("knockout", 4, check_in_ms=60_000)
    assert refused(made, cmd.CheckIn("p1"), START - 60_001) == "too_early"
    assert refused(made, cmd.CheckIn("p9")) == "not_entered"
    for player in ("p1", "p2", "p3"):
        made.do(cmd.CheckIn(player))
    assert refused(made, cmd.CheckIn("p1")) == "checked_in"
    made.do(cmd.Withdraw("p3"))
    made.do(cmd.Enter("p3"))
    made.begin()
    absent = [event.player for event in made.events if isinstance(event, ev.Withdrawn) and event.code]
    assert absent == ["p4", "p3"]
    assert set(made.tournament.field.entrants) == {"p1", "p2"}


def test_too_few_who_have_checked_in_cancel_it() -> None:
    made = with_terms("knockout", 4, check_in_ms=60_000)
    made.do(cmd.CheckIn("p1"))
    made.begin()
    assert made.tournament.phase == "cancelled"


def test_without_a_check_in_nobody_checks_in() -> None:
    assert refused(simulation("knockout", 4), cmd.CheckIn("p1")) == "not_now"


def test_a_full_knockout_begins_at_once() -> None:
    made = with_terms("knockout", 3, when_full=True, most=4)
    secret = made._secret
    assert refused(made, cmd.Begin(secret), START - 1) == "too_early"
    made.do(cmd.Enter("p4"))
    made.now = START - 10_000
    made.begin()
    assert made.tournament.number == 1


# --- terms


def test_terms_change_before_the_start_and_their_text_after_the_first_entry() -> None:
    made = simulation("swiss", 1)
    terms = made.tournament.terms
    assert refused(made, cmd.Edit(replace(terms, fee=100), *BY)) == "fixed"
    assert refused(made, cmd.Edit(replace(terms, title="x" * 999), *BY)) == "bad_terms"
    assert refused(made, cmd.Edit(replace(terms, starts_at=START - 1), *BY)) == "bad_terms"
    made.do(cmd.Edit(replace(terms, title="Friday", starts_at=START + 99), *BY))
    assert made.tournament.terms.title == "Friday"
    made.do(cmd.Withdraw("p1"))
    made.do(cmd.Edit(replace(made.tournament.terms, fee=100), *BY))
    assert made.tournament.terms.fee == 100
    made.do(cmd.Enter("p1"))
    assert refused(made, cmd.Undo(*BY)) == "depends"
    made.do(cmd.Withdraw("p1"))
    made.do(cmd.Undo(*BY))
    made.do(cmd.Undo(*BY))
    assert made.tournament.terms == terms
    assert refused(begun("swiss", 4), cmd.Edit(terms, *BY)) == "not_now"


def test_another_start_needs_another_check_in() -> None:
    made = with_terms("swiss", 4, check_in_ms=60_000)
    made.do(cmd.CheckIn("p1"))
    made.do(cmd.Edit(replace(made.tournament.terms, starts_at=START + 10**6), *BY))
    assert not made.tournament.checked_in


# --- replace


def test_another_has_the_place_of_a_player_who_has_not_played() -> None:
    made = begun("knockout", 4)
    one, two = players_of(made)
    assert refused(made, cmd.Replace("nobody", "new", 5, *BY)) == "not_entered"
    assert refused(made, cmd.Replace(one, two, 5, *BY)) == "entered"
    made.do(cmd.Replace(one, "new", 5, *BY))
    assert players_of(made) == ("new", two)
    assert made.tournament.attempts == {0: 1}
    assert made.tournament.ratings["new"] == 5
    assert one not in made.tournament.ratings
    report(made, 0, WON)
    assert refused(made, cmd.Replace("new", one, 5, *BY)) == "played"
    assert refused(made, cmd.Undo(*BY)) == "depends"


def test_another_enters_for_a_player_before_the_start() -> None:
    made = with_terms("knockout", 4, check_in_ms=60_000)
    made.do(cmd.CheckIn("p1"))
    made.do(cmd.Replace("p1", "new", 7, *BY))
    assert list(made.tournament.ratings) == ["new", "p2", "p3", "p4"]
    assert made.tournament.checked_in == {"new"}
    before = made.tournament
    made.do(cmd.Undo(*BY))
    assert made.tournament.ratings == simulation("knockout", 4).tournament.ratings
    assert before.checked_in == {"new"}


def test_a_player_with_a_bye_can_be_replaced() -> None:
    made = begun("swiss", 5)
    free = made.tournament.current[-1].players[0]
    made.do(cmd.Replace(str(free), "new", 0, *BY))
    for place in made.tournament.waiting():
        report(made, place, WON)
    assert made.tournament.field.points["new"] == 2
    assert "new" in {player for meeting in made.tournament.current for player in meeting.players}


# --- pairs by hand


def test_the_next_round_is_paired_by_hand_during_a_pause() -> None:
    made = held("swiss", 6)
    here, met = made.tournament.field.present, made.tournament.with_current().met()
    one = here[0]
    two, three = [other for other in here[1:] if frozenset((one, other)) not in met][:2]
    assert refused(made, cmd.PairByHand(((one, one),), *BY)) == "bad_pairs"
    assert refused(made, cmd.PairByHand(((one, "nobody"),), *BY)) == "bad_pairs"
    assert refused(made, cmd.PairByHand((players_of(made),), *BY)) == "met_before"
    made.do(cmd.PairByHand(((three, one),), *BY))
    made.do(cmd.PairByHand(((two, one),), *BY))
    made.do(cmd.Undo(*BY))
    made.do(cmd.Resume("boss"))
    pairs = [meeting.players for meeting in made.tournament.current]
    assert pairs[0] == (three, one)
    assert len(pairs) == 5
    assert not made.tournament.hand
    made.do(cmd.Pause(*BY))
    report(made, 0, WON)
    assert refused(made, cmd.PairByHand(((one, two),), *BY)) == "bye_again"


def test_the_first_round_is_held_by_a_pause_before_the_start() -> None:
    made = simulation("knockout", 5)
    made.do(cmd.Pause(*BY))
    made.begin()
    assert (made.tournament.phase, made.tournament.number) == ("playing", 0)
    assert refused(made, cmd.PairByHand((), "boss", "")) == "reason_needed"
    made.do(cmd.PairByHand((("p1", "p2"),), *BY))
    made.do(cmd.Resume("boss"))
    assert next(meeting.players for meeting in made.tournament.current) == ("p1", "p2")
    assert sum(None in meeting.players for meeting in made.tournament.current) == 3


def test_a_bracket_by_hand_has_the_same_players_and_size() -> None:
    made = held("knockout", 8)
    through = [str(meeting.winner) for meeting in made.tournament.current]
    lost = str(made.tournament.current[0].loser)
    assert refused(made, cmd.PairByHand(((through[0], lost),), *BY)) == "bad_pairs"
    assert refused(made, cmd.PairByHand(((through[0], through[2]),), *BY)) == "too_many_byes"
    hand = ((through[2], through[0]), (through[3], through[1]))
    made.do(cmd.PairByHand(hand, *BY))
    made.do(cmd.Resume("boss"))
    assert tuple(meeting.players for meeting in made.tournament.current) == hand
    report(made, 0, WON)
    report(made, 1, WON)
    report(made, 0, WON)
    assert made.tournament.phase == "over"


def test_pairs_by_hand_must_hold_until_the_round_begins() -> None:
    made = held("swiss", 4)
    hand = tuple(meeting.players for meeting in next_meetings(made.tournament) or ())
    made.do(cmd.PairByHand(hand, *BY))  # type: ignore[arg-type]
    made.do(cmd.Withdraw(str(hand[0][0])))
    assert refused(made, cmd.Resume("boss")) == "bad_pairs"
    made.do(cmd.PairByHand((), *BY))
    made.do(cmd.Resume("boss"))
    assert made.tournament.number == 2


def test_no_meeting_is_played_again_while_pairs_by_hand_follow_from_it() -> None:
    made = held("swiss", 6)
    hand = tuple(meeting.players for meeting in next_meetings(made.tournament) or ())
    made.do(cmd.PairByHand(hand, *BY))  # type: ignore[arg-type]
    assert refused(made, cmd.Replay(1, 0, *BY)) == "not_now"
    made.do(cmd.Undo(*BY))
    made.do(cmd.Replay(1, 0, *BY))
    assert made.tournament.waiting() == [0]


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"swiss", "knockout", "arena"}))
def test_a_table_takes_no_pairs_by_hand(name: str) -> None:
    assert refused(held(name, 4), cmd.PairByHand((("p1", "p2"),), *BY)) == "by_table"


def test_pairs_by_hand_need_a_pause_and_a_round_to_come() -> None:
    assert refused(begun("swiss", 4), cmd.PairByHand((), *BY)) == "not_now"
    made = held("swiss", 2)
    assert refused(made, cmd.PairByHand((("p1", "p2"),), *BY)) == "not_now"


# --- forfeits, replays


def test_forfeits() -> None:
    made = begun("round-robin", 4)
    one, two = players_of(made)
    assert refused(made, cmd.Forfeit(1, 0, players_of(made, 1)[0], *BY)) == "not_entered"
    made.do(cmd.Forfeit(1, 0, two, *BY))
    assert made.tournament.current[0].result == ONE_ABSENT
    made.do(cmd.Forfeit(1, 0, one, *BY))
    assert made.tournament.current[0].winner == two
    made.do(cmd.DoubleForfeit(1, 0, *BY))
    assert made.tournament.current[0].result == BOTH_ABSENT
    for result in (LOST, ONE_ABSENT, None):
        made.do(cmd.Undo(*BY))
        if result is LOST:
            result = replace(LOST, played=False)
        assert made.tournament.current[0].result == result
    assert made.tournament.attempts == {0: 1}
    assert refused(made, cmd.Undo(*BY)) == "nothing_to_undo"


def test_a_meeting_is_played_again() -> None:
    made = begun("knockout", 4)
    assert refused(made, cmd.Replay(1, 0, *BY)) == "not_now"
    report(made, 0, DRAWN)
    assert sides(made.tournament, 0) == players_of(made)[::-1]
    assert made.tournament.attempts == {0: 1}
    report(made, 0, WON)
    made.do(cmd.Replay(1, 0, *BY))
    assert made.tournament.attempts == {0: 2}
    assert sides(made.tournament, 0) == players_of(made)
    assert refused(made, cmd.Report(1, 0, WON, attempt=1)) == "old_attempt"
    made.do(cmd.Undo(*BY))
    assert made.tournament.current[0].result == WON
    made.do(cmd.Replay(1, 0, *BY))
    assert made.tournament.attempts == {0: 3}
    made.do(cmd.Report(1, 0, DRAWN, attempt=3))
    assert refused(made, cmd.Undo(*BY)) == "depends"
    made.do(cmd.Report(1, 0, WON, attempt=4))
    assert refused(made, cmd.Undo(*BY)) == "depends"
    report(made, 1, WON)
    assert (made.tournament.number, made.tournament.attempts) == (2, {})


def test_a_result_from_before_a_replay_is_the_director_s() -> None:
    """Its match is not the last one of the meeting, which the director has ended."""
    made = begun("round-robin", 4)
    report(made, 0, WON)
    for command in (cmd.Adjudicate(1, 0, LOST, *BY), cmd.Undo(*BY)):
        made.do(command)
    assert (made.tournament.current[0].result, made.tournament.hows) == (WON, {0: "played"})
    for command in (cmd.Adjudicate(1, 0, LOST, *BY), cmd.Replay(1, 0, *BY), cmd.Undo(*BY), cmd.Undo(*BY)):
        made.do(command)
    assert (made.tournament.current[0].result, made.tournament.hows) == (WON, {0: "director"})
    assert replay(made.events) == made.tournament


def test_a_bye_is_not_decided_by_a_director() -> None:
    made = begun("swiss", 5)
    bye = len(made.tournament.current) - 1
    assert refused(made, cmd.Replay(1, bye, *BY)) == "no_meeting"
    assert refused(made, cmd.DoubleForfeit(1, bye, *BY)) == "no_meeting"
    with pytest.raises(KeyError):
        sides(made.tournament, bye)


# --- undo


def test_entries_and_withdrawals_by_a_director_can_be_undone() -> None:
    made = simulation("swiss", 4)
    before = made.tournament.ratings
    made.do(cmd.Enter("p9", 3, *BY))
    made.do(cmd.Withdraw("p9", *BY))
    number = made.tournament.version - 1
    assert refused(made, cmd.Undo(*BY, number=number - 1)) == "nothing_to_undo"
    made.do(cmd.Undo(*BY, number=number))
    assert made.events[-1] == ev.Undone(at=made.now, number=number, by="boss", reason="an error")
    assert made.tournament.ratings == {**before, "p9": 3}
    made.do(cmd.Undo(*BY))
    assert made.tournament.ratings == before
    assert replay(made.events) == made.tournament


def test_late_entries_and_withdrawals_can_be_undone_while_the_round_lasts() -> None:
    made = begun("swiss", 4)
    before = made.tournament
    made.do(cmd.Enter("late", 3, *BY))
    made.do(cmd.Undo(*BY))
    assert (made.tournament.field, made.tournament.ratings) == (before.field, before.ratings)
    made.do(cmd.Withdraw("p1", *BY))
    made.do(cmd.Enter("p1", 3, *BY))
    made.do(cmd.Undo(*BY))
    assert made.tournament.field.withdrawn == {"p1"}
    made.do(cmd.Undo(*BY))
    assert made.tournament.field == before.field
    made.do(cmd.Enter("late", 3, *BY))
    for place in made.tournament.waiting():
        report(made, place, WON)
    assert refused(made, cmd.Undo(*BY)) == "nothing_to_undo", "the next round has begun"


def test_what_others_have_done_since_holds() -> None:
    made = simulation("swiss", 4)
    made.do(cmd.Enter("p9", 3, *BY))
    made.do(cmd.Withdraw("p9"))
    assert refused(made, cmd.Undo(*BY)) == "depends"
    arena = begun("arena", 3)
    arena.do(cmd.Enter("p9", 3, *BY))
    arena.do(cmd.Pair())
    arena.do(cmd.Report(1, 0, WON))
    arena.do(cmd.Report(1, 1, WON))
    arena.do(cmd.Pair())
    assert refused(arena, cmd.Undo(*BY)) == "depends"


def test_who_plays_an_earlier_match_again_is_not_free() -> None:
    made = begun("arena", 6)
    made.do(cmd.Pair())
    for place in range(3):
        report(made, place, WON)
    made.do(cmd.Pair())
    report(made, 3, WON)
    one, two = players_of(made, 3)
    place = next(place for place in range(3) if one in players_of(made, place))
    other = next(player for player in players_of(made, place) if player != one)
    made.do(
        cmd.Adjudicate(
            1, next(at for at in made.tournament.waiting() if other in players_of(made, at)), WON, *BY
        )
    )
    made.do(cmd.Replay(1, place, *BY))
    assert two in made.tournament.idle
    assert not {one, other} & set(made.tournament.idle)


def test_an_arena_reopens_no_match_of_somebody_who_plays() -> None:
    made = begun("arena", 4)
    made.do(cmd.Pair())
    made.do(cmd.Adjudicate(1, 0, WON, *BY))
    report(made, 1, WON)
    made.do(cmd.Pair())
    assert refused(made, cmd.Undo(*BY)) == "depends"
    assert refused(made, cmd.Replay(1, 0, *BY)) == "not_now"
    made.do(cmd.Adjudicate(1, 0, LOST, *BY))
    made.do(cmd.Undo(*BY))
    assert made.tournament.current[0].result == WON
