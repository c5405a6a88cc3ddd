"""Pairs and points of an arena."""

from tests.tournaments.test_decide import WON, refused
from tests.tournaments.test_formats import simulation
from zaria.tournaments import commands as cmd
from zaria.tournaments import events as ev
from zaria.tournaments.field import Field, Meeting, Result
from zaria.tournaments.formats.arena import pair, points_of
from zaria.tournaments.simulation import TICK, Simulation
from zaria.tournaments.state import live_standings


def test_neighbours_in_points_meet_but_not_twice_in_a_row() -> None:
    points = {"a": 8, "b": 7, "c": 4, "d": 3}
    assert pair(list("dcba"), points, {}) == [("a", "b"), ("c", "d")]
    assert pair(list("dcba"), points, {"a": "b", "b": "a"}) == [("a", "c"), ("b", "d")]


def test_the_last_to_wait_is_left_over() -> None:
    assert pair(["a", "b", "c"], {"c": 9}, {}) == [("a", "b")]


def test_two_alone_meet_again() -> None:
    assert pair(["a", "b"], {}, {"a": "b", "b": "a"}) == [("a", "b")]


def test_the_last_pair_is_broken_up_if_they_have_just_met() -> None:
    last = {"c": "d", "d": "c"}
    assert pair(list("abcd"), {"a": 3, "b": 2}, last) == [("d", "b"), ("c", "a")]


def test_who_is_left_over_parts_two_who_have_just_met() -> None:
    assert pair(["a", "b", "c"], {"a": 1, "b": 1}, {"a": "b", "b": "a"}) == [("a", "c")]


def test_nobody_meets_the_same_player_twice_in_a_row_where_that_can_be_avoided() -> None:
    for players in range(2, 30):
        made = simulation("arena", players, rounds=12, seed=players)
        made.begin()
        last: dict[str, str] = {}
        while made.tournament.phase == "playing":
            before, idle = made.tournament, made.tournament.idle
            made.play_one()
            new = [meeting.players for meeting in made.tournament.current[len(before.current) :]]
            pairs = [(str(one), str(two)) for one, two in new]
            if any(last.get(one) == two or last.get(two) == one for one, two in pairs):
                assert len(idle) == players < 8
                assert players > 2
                assert not can_avoid([player for pair in pairs for player in pair], last)
            last |= {one: two for pair in pairs for one, two in (pair, pair[::-1])}


def can_avoid(players: list[str], last: dict[str, str]) -> bool:
    """True if these can all be paired with somebody whom they have not just played."""
    if not players:
        return True
    one, *others = players
    return any(
        last.get(one) != two and last.get(two) != one and can_avoid([p for p in others if p != two], last)
        for two in others
    )


def begun(players: int) -> Simulation:
    made = simulation("arena", players)
    made.begin()
    made.do(cmd.Pair())
    return made


def ends_at(made: Simulation) -> int:
    """The end of an arena, which counts from the moment at which it began, and not from its terms."""
    (began,) = [event.at for event in made.events if isinstance(event, ev.Begun)]
    assert made.tournament.deadline == began + 6 * TICK
    return began + 6 * TICK


def report(made: Simulation, place: int, result: Result) -> None:
    made.do(cmd.Report(1, place, result))


def test_who_is_free_is_paired_while_others_play() -> None:
    made = begun(6)
    assert [len(made.tournament.current), made.tournament.idle] == [3, []]
    assert refused(made, cmd.Pair()) == "no_pairs"
    report(made, 0, WON)
    assert refused(made, cmd.Pair()) == "no_pairs", "they have just met, and others are still at a board"
    report(made, 2, WON)
    made.do(cmd.Pair())
    assert len(made.tournament.current) == 5
    assert made.tournament.waiting() == [1, 3, 4]
    assert made.tournament.number == 1


def test_the_only_two_meet_once_and_wait_for_a_third() -> None:
    made = begun(2)
    report(made, 0, WON)
    assert refused(made, cmd.Pair(), made.now) == "no_pairs"
    made.do(cmd.Enter("third"))
    made.do(cmd.Pair())
    assert "third" in made.tournament.current[1].players


def test_who_does_not_come_is_not_paired_until_they_come_back() -> None:
    """lila 17283: inactive players do not stop the pairing."""
    made = begun(4)
    players = made.tournament.current[0].players
    report(made, 0, Result((2, 0), played=False))
    report(made, 1, WON)
    assert players[1] in made.tournament.field.withdrawn
    assert made.events[-2] == ev.Withdrawn(at=made.now - 1, player=str(players[1]), code="absent")
    assert players[1] not in made.tournament.idle
    made.do(cmd.Enter(str(players[1])))
    made.do(cmd.Pair())
    assert len(made.tournament.waiting()) == 2


def test_who_refuses_an_opponent_has_lost_and_gets_no_other() -> None:
    """FlyOrDie: nobody plays friends alone, or loses to them on purpose; not even a director pairs two."""
    made = begun(2)
    refuses, comes = map(str, made.tournament.current[0].players)
    made.do(cmd.Enter("friend"))
    report(made, 0, Result((0, 2), played=False))
    assert points_of(made.tournament.with_current()) == {refuses: 0, comes: 2, "friend": 0}
    made.do(cmd.Pair())
    assert set(made.tournament.current[1].players) == {comes, "friend"}
    report(made, 1, WON)
    made.do(cmd.Pause("boss", "they ask for it"))
    by_hand = cmd.PairByHand(((refuses, "friend"),), "boss", "they ask for it")
    assert refused(made, by_hand) == "bad_pairs"
    made.do(cmd.Enter(refuses))
    assert refused(made, by_hand) == "not_now"


def test_it_ends_with_the_last_match_after_the_clock() -> None:
    """FlyOrDie: who stalls the last match waits for its clock, and it counts."""
    made = begun(4)
    made.now = ends_at(made)
    assert refused(made, cmd.Enter("late"), made.now) == "closed"
    assert refused(made, cmd.Pair(), made.now) == "no_pairs"
    report(made, 0, WON)
    assert made.tournament.phase == "playing"
    report(made, 1, WON)
    assert made.tournament.phase == "over"
    assert set(made.tournament.standings[:2]) == {
        meeting.winner for meeting in made.tournament.field.rounds[0]
    }


def test_it_ends_by_the_clock_when_nobody_plays() -> None:
    made = begun(2)
    report(made, 0, WON)
    assert made.tournament.phase == "playing"
    made.now = ends_at(made)
    made.do(cmd.Pair())
    assert made.tournament.phase == "over"


def test_nobody_wins_by_stopping_to_play() -> None:
    """OpenGammon."""
    made = begun(4)
    leader = str(made.tournament.current[0].players[0])
    report(made, 0, WON)
    report(made, 1, Result((1, 1)))
    made.do(cmd.Withdraw(leader))
    assert live_standings(made.tournament)[1].player == leader
    made.now = ends_at(made)
    made.do(cmd.Pair())
    assert made.tournament.standings[1] == leader
    assert made.tournament.standings[0] in {*made.tournament.field.rounds[0][1].players}


def test_a_pause_holds_the_pairs() -> None:
    made = simulation("arena", 4)
    made.begin()
    made.do(cmd.Pause("boss", "the network"))
    assert refused(made, cmd.Pair()) == "not_now"
    assert refused(begin("swiss"), cmd.Pair()) == "not_now"


def begin(name: str) -> Simulation:
    made = simulation(name, 4)
    made.begin()
    return made


def test_the_third_win_in_a_row_counts_twice() -> None:
    won, drawn, lost = Result((2, 0)), Result((1, 1)), Result((0, 2))
    results = (won, won, won, won, drawn, won, lost, won)
    field = Field(("a", "b"), ("a", "b"), tuple((Meeting(("a", "b"), result),) for result in results))
    assert points_of(field)["a"] == 2 + 2 + 4 + 4 + 2 + 2 + 0 + 2
    assert points_of(field)["b"] == 1 + 2
