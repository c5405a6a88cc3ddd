"""Money sessions: single games for points, one after another, until a player has enough."""

import msgspec
import pytest

from tests.match.test_leaving import check_record
from tests.support.match.dice_matches import Table
from zaria.bots.analysis.analyse import checked
from zaria.bots.doubling.stake import Stake
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.evolve import replay
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import SESSION_GAMES
from zaria.match.stakes import Stakes
from zaria.match.terms import SESSION, ClockTerms, Terms
from zaria.match.view import view
from zaria.records import replay as replays
from zaria.records.export import export
from zaria.records.formats import mat

MINUTE = ClockTerms(bank=60_000)


def session(game: str = "tabla", **terms: object) -> Table:
    return Table(Terms(game, length=SESSION, **terms))  # type: ignore[arg-type]


def give_up(table: Table, points: int = 1) -> int:
    """The side to act loses the game; the winner."""
    side = table.match.to_act()
    assert side is not None
    table.act(cmd.Resign(points))
    table.act(cmd.Accept())
    return 1 - side


def test_games_follow_one_another_with_a_running_score() -> None:
    table = session(cube=True, jacoby=True)
    score = [0, 0]
    for number in range(2, 30):
        score[give_up(table)] += 1
        assert (table.match.game_no, list(table.match.score), table.match.winner) == (number, score, None)
        assert not table.match.crawford
    assert max(score) > 9


def test_a_player_ends_it_after_a_game_until_they_act_in_the_next() -> None:
    table = session()
    assert [table.refused(side, cmd.Finish()) for side in (0, 1)] == ["finish_later"] * 2
    winner = give_up(table)
    assert view(table.match).can_finish == (True, True)
    first = table.match.to_act()
    assert first == winner
    table.act(cmd.Roll())
    assert table.refused(first, cmd.Finish()) == "finish_later"
    assert view(table.match).can_finish == (first == 1, first == 0)
    finished, closed = table.do(1 - first, cmd.Finish())
    assert finished == ev.Finished(at=table.now, side=1 - first)
    assert isinstance(closed, ev.MatchEnded)
    assert (closed.winner, closed.score) == (winner, (1, 0) if winner == 0 else (0, 1))
    assert view(table.match).can_finish == (False, False)
    check_record(table)


def test_as_many_points_for_both_are_a_draw() -> None:
    table = session()
    winner = give_up(table)
    table.act(cmd.Roll())
    assert give_up(table) == 1 - winner
    table.do(0, cmd.Finish())
    assert (table.match.score, table.match.winner, table.match.phase) == ((1, 1), None, "over")
    check_record(table)


def test_only_a_session_is_ended_so_and_only_by_its_players() -> None:
    table = Table(Terms("tabla", length=3))
    give_up(table)
    assert table.refused(0, cmd.Finish()) == "no_session"
    table = session()
    give_up(table)
    assert table.refused(None, cmd.Finish()) == "not_a_player"
    assert table.refused(2, cmd.Finish()) == "not_a_player"


def test_it_is_over_when_the_time_of_a_player_is_over() -> None:
    table = session(clock=MINUTE)
    give_up(table)
    loser = table.match.to_act()
    table.now += 200_000
    assert table.refused(loser, cmd.Finish()) == "time_over"
    assert loser is not None
    table.do(None, cmd.Flag())
    assert (table.match.phase, table.match.score[1 - loser] > 1) == ("over", True)
    check_record(table)


@pytest.mark.parametrize("claim", ["win", "draw"])
def test_a_claim_ends_it_and_the_leader_has_won(claim: str) -> None:
    table = session()
    leader = give_up(table, 2)
    for _act in range(6):
        table.step()
    table.do(1 - leader, cmd.Claim(claim))  # type: ignore[arg-type]
    added = table.match.score[1 - leader]
    assert table.match.phase == "over"
    assert table.match.winner == (1 - leader if added > 2 else leader)
    assert (added > 0) == (claim == "win")
    check_record(table)


def test_it_does_not_last_for_ever() -> None:
    table = session()
    for _game in range(SESSION_GAMES):
        give_up(table)
    assert (table.match.phase, sum(table.match.score)) == ("over", SESSION_GAMES)
    check_record(table)


@pytest.mark.parametrize(
    "terms",
    [
        Terms("tabla", length=SESSION, rated=True, clock=MINUTE),
        Terms("tabla", length=SESSION, stakes=Stakes(100)),
        Terms("tabla", length=SESSION, tournament="t1", clock=MINUTE),
    ],
)
def test_it_counts_for_nothing(terms: Terms) -> None:
    with pytest.raises(CommandRefusedError) as refused:
        terms.check_new()
    assert refused.value.code == "session_counts"


@pytest.mark.parametrize("game", ["chess", "ugolki"])
def test_board_games_have_none(game: str) -> None:
    with pytest.raises(CommandRefusedError) as refused:
        Terms(game, length=SESSION).check()
    assert refused.value.code == "one_game"


def test_three_games_go_round_and_jacoby_is_allowed() -> None:
    table = session("three-games")
    names = []
    for _game in range(4):
        names.append(table.match.position.game.id)
        give_up(table)
    assert names == ["tabla", "gulbara", "tapa", "tabla"]
    Terms("backgammon", length=SESSION, cube=True, jacoby=True).check_new()


def test_its_cube_is_played_for_points() -> None:
    table = session("backgammon", cube=True, jacoby=True)
    give_up(table)
    stake = Stake.of(table.match, 0)
    assert (stake.away, stake.jacoby, stake.cube) == (None, True, True)


def test_the_file_of_other_programs_is_a_session_without_the_game_that_was_not_played() -> None:
    table = session("backgammon", cube=True, jacoby=True)
    winner = give_up(table)
    table.play()
    table.do(table.match.turn, cmd.Finish())
    script = export(table.events)
    assert (script.length, script.jacoby, len(script.games)) == (0, True, 1)
    assert (script.games[0].winner, script.games[0].points) == (winner, 1)
    text = mat.dump(table.events)
    assert b" 0 point match" in text
    again = replay(mat.load(text))
    assert (again.score, again.terms.length) == (table.match.score, 0)
    checked(mat.load(text))


def test_the_replay_tells_who_ended_it() -> None:
    table = session()
    give_up(table)
    table.do(0, cmd.Finish())
    frames = replays.replay(table.events).frames
    assert [(frame.t, frame.side) for frame in frames][-1] == ("finished", 0)


def test_records_of_before_are_written_as_they_were() -> None:
    table = Table(Terms("tabla", length=3))
    assert b"can_finish" not in msgspec.json.encode(view(table.match))
    assert b"start_score" not in msgspec.json.encode(view(table.match))
    assert table.match.acted == (False, False)
    table.step()
    assert table.match.acted == (False, False), "only a session needs it"
