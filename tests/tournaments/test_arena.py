"""Pairs and points of an arena."""

from tests.tournaments.test_decide import WON, refused
from tests.tournaments.test_formats import new_simulation
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
        simulation = new_simulation("arena", players, rounds=12, seed=players)
        simulation.begin()
        last: dict[str, str] = {}
        while simulation.tournament.phase == "playing":
            before, idle = simulation.tournament, simulation.tournament.idle
            simulation.play_one()
            new = [meeting.players for meeting in simulation.tournament.current[len(before.current) :]]
            pairs = [(str(player), str(opponent)) for player, opponent in new]
            if any(
                last.get(player) == opponent or last.get(opponent) == player for player, opponent in pairs
            ):
                assert len(idle) == players < 8
                assert players > 2
                assert not can_avoid([player for pair in pairs for player in pair], last)
            last |= {player: opponent for pair in pairs for player, opponent in (pair, pair[::-1])}


def can_avoid(players: list[str], last: dict[str, str]) -> bool:
    """True if these can all be paired with somebody whom they have not just played."""
    if not players:
        return True
    player, *opponents = players
    return any(
        last.get(player) != opponent
        and last.get(opponent) != player
        and can_avoid([p for p in opponents if p != opponent], last)
        for opponent in opponents
    )


def begun(players: int) -> Simulation:
    simulation = new_simulation("arena", players)
    simulation.begin()
    simulation.do(cmd.Pair())
    return simulation


def ends_at(simulation: Simulation) -> int:
    """The end of an arena, which counts from the moment at which it began, and not from its terms."""
    (began,) = [event.at for event in simulation.events if isinstance(event, ev.Begun)]
    assert simulation.tournament.deadline == began + 6 * TICK
    return began + 6 * TICK


def report(simulation: Simulation, place: int, result: Result) -> None:
    simulation.do(cmd.Report(1, place, result))


def test_who_is_free_is_paired_while_others_play() -> None:
    simulation = begun(6)
    assert [len(simulation.tournament.current), simulation.tournament.idle] == [3, []]
    assert refused(simulation, cmd.Pair()) == "no_pairs"
    report(simulation, 0, WON)
    assert refused(simulation, cmd.Pair()) == "no_pairs", (
        "they have just met, and others are still at a board"
    )
    report(simulation, 2, WON)
    simulation.do(cmd.Pair())
    assert len(simulation.tournament.current) == 5
    assert simulation.tournament.waiting() == [1, 3, 4]
    assert simulation.tournament.number == 1


def test_the_only_two_meet_once_and_wait_for_a_third() -> None:
    simulation = begun(2)
    report(simulation, 0, WON)
    assert refused(simulation, cmd.Pair(), simulation.now) == "no_pairs"
    simulation.do(cmd.Enter("third"))
    simulation.do(cmd.Pair())
    assert "third" in simulation.tournament.current[1].players


def test_who_does_not_come_is_not_paired_until_they_come_back() -> None:
    """lila 17283: inactive players do not stop the pairing."""
    simulation = begun(4)
    players = simulation.tournament.current[0].players
    report(simulation, 0, Result((2, 0), played=False))
    report(simulation, 1, WON)
    assert players[1] in simulation.tournament.field.withdrawn
    assert simulation.events[-2] == ev.Withdrawn(at=simulation.now - 1, player=str(players[1]), code="absent")
    assert players[1] not in simulation.tournament.idle
    simulation.do(cmd.Enter(str(players[1])))
    simulation.do(cmd.Pair())
    assert len(simulation.tournament.waiting()) == 2


def test_who_refuses_an_opponent_has_lost_and_gets_no_other() -> None:
    """FlyOrDie: nobody plays friends alone, or loses to them on purpose; not even a director pairs two."""
    simulation = begun(2)
    refuses, comes = map(str, simulation.tournament.current[0].players)
    simulation.do(cmd.Enter("friend"))
    report(simulation, 0, Result((0, 2), played=False))
    assert points_of(simulation.tournament.with_current()) == {refuses: 0, comes: 2, "friend": 0}
    simulation.do(cmd.Pair())
    assert set(simulation.tournament.current[1].players) == {comes, "friend"}
    report(simulation, 1, WON)
    simulation.do(cmd.Pause("boss", "they ask for it"))
    by_hand = cmd.PairByHand(((refuses, "friend"),), "boss", "they ask for it")
    assert refused(simulation, by_hand) == "bad_pairs"
    simulation.do(cmd.Enter(refuses))
    assert refused(simulation, by_hand) == "not_now"


def test_it_ends_with_the_last_match_after_the_clock() -> None:
    """FlyOrDie: who stalls the last match waits for its clock, and it counts."""
    simulation = begun(4)
    simulation.now = ends_at(simulation)
    assert refused(simulation, cmd.Enter("late"), simulation.now) == "closed"
    assert refused(simulation, cmd.Pair(), simulation.now) == "no_pairs"
    report(simulation, 0, WON)
    last_match = simulation.tournament
    assert last_match.phase == "playing"
    report(simulation, 1, WON)
    over = simulation.tournament
    assert over.phase == "over"
    assert set(over.standings[:2]) == {meeting.winner for meeting in over.field.rounds[0]}


def test_it_ends_by_the_clock_when_nobody_plays() -> None:
    simulation = begun(2)
    report(simulation, 0, WON)
    before = simulation.tournament
    assert before.phase == "playing"
    simulation.now = ends_at(simulation)
    simulation.do(cmd.Pair())
    over = simulation.tournament
    assert over.phase == "over"


def test_nobody_wins_by_stopping_to_play() -> None:
    """OpenGammon."""
    simulation = begun(4)
    leader = str(simulation.tournament.current[0].players[0])
    report(simulation, 0, WON)
    report(simulation, 1, Result((1, 1)))
    simulation.do(cmd.Withdraw(leader))
    assert live_standings(simulation.tournament)[1].player == leader
    simulation.now = ends_at(simulation)
    simulation.do(cmd.Pair())
    assert simulation.tournament.standings[1] == leader
    assert simulation.tournament.standings[0] in {*simulation.tournament.field.rounds[0][1].players}


def test_a_pause_holds_the_pairs() -> None:
    simulation = new_simulation("arena", 4)
    simulation.begin()
    simulation.do(cmd.Pause("boss", "the network"))
    assert refused(simulation, cmd.Pair()) == "not_now"
    assert refused(begin("swiss"), cmd.Pair()) == "not_now"


def begin(name: str) -> Simulation:
    simulation = new_simulation(name, 4)
    simulation.begin()
    return simulation


def test_the_third_win_in_a_row_counts_twice() -> None:
    won, drawn, lost = Result((2, 0)), Result((1, 1)), Result((0, 2))
    results = (won, won, won, won, drawn, won, lost, won)
    field = Field(("a", "b"), ("a", "b"), tuple((Meeting(("a", "b"), result),) for result in results))
    assert points_of(field)["a"] == 2 + 2 + 4 + 4 + 2 + 2 + 0 + 2
    assert points_of(field)["b"] == 1 + 2
