"""The result in the record of a match."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.playthroughs.regenerate import MATCHES
from tests.support.finished_matches import played
from tests.support.match import board_matches
from tests.support.match.dice_matches import NOW, PLAYERS, Loaded, Table
from tests.support.search_budget import times
from zaria import games
from zaria.club.matches.results.facts import DOUBLETS, ROLLS, UnfinishedMatchError, facts
from zaria.club.matches.results.models import Played
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import replay
from zaria.match.match import Match
from zaria.match.stakes import Stakes
from zaria.match.terms import SESSION, ClockTerms, RatingTerms, Terms


def valid_facts(events: list[ev.Event]) -> dict[str, Any]:
    """The facts, which fit the table."""
    row = facts(events)
    assert row is not None
    Played(**row).clean_fields(
        exclude=["match_id", "won", "stake", "aborted", "most_points", "games", "dice0", "dice1"]
    )
    return row


def assert_true(row: dict[str, Any], events: list[ev.Event], match: Match) -> None:
    """Assert the invariants of every match, by its result when it is played through."""
    assert (row["match_id"], row["game"]) == (match.id, match.terms.game)
    assert (row["won"], (row["score0"], row["score1"])) == (match.winner, match.score)
    assert match.result is not None
    assert (row["kind"], row["how"]) == (match.result.kind, match.result.how)
    assert row["turns0"] + row["turns1"] == row["plies"]
    assert events[0].at <= row["began"] <= row["ended"] == events[-1].at
    for side in (0, 1):
        gains = [points for winner, points, *_ in row["games"] if winner in (side, None)]
        assert sum(gains) == match.score[side]
    rolled = [event for event in events if isinstance(event, ev.Rolled)]
    opening = [event for event in events if isinstance(event, ev.OpeningRolled)]
    assert len(rolled) + len(opening) == match.rolls
    if not match.game.is_board:
        for side, dice in enumerate((row["dice0"], row["dice1"])):
            rolls_of_side = [event.dice for event in rolled if event.side == side]
            seen = [die for roll in rolls_of_side for die in roll] + [event.dice[side] for event in opening]
            assert dice[:6] == [seen.count(face) for face in range(1, 7)]
            assert dice[ROLLS] == len(rolls_of_side)
            assert dice[DOUBLETS] == sum(first == second for first, second in rolls_of_side)
        assert row["plies"] <= match.rolls
    else:
        assert row["dice0"] == row["dice1"] == []
        assert row["plies"] == match.board_position().plies


@pytest.mark.parametrize("name", sorted(MATCHES))
def test_of_the_recorded_matches(name: str) -> None:
    events = played(name)
    assert_true(valid_facts(events), events, replay(events))


@settings(max_examples=times(20))
@given(
    st.sampled_from(games.names()),
    st.sampled_from([SESSION, 1, 3]),
    st.binary(min_size=32, max_size=32),
    st.integers(0, 2**32),
    st.booleans(),
)
def test_of_random_matches_with_dice(name: str, length: int, secret: bytes, seed: int, cube: bool) -> None:
    random = Random(seed)
    if length != SESSION:
        length = max(length, len(games.get(name).rotation))
    table = Table(Terms(name, length=length, cube=cube and name == "backgammon"), dice=Dice(secret, "m1"))
    while table.match.phase != "over":
        table.now += 1000
        if random.random() < 0.03:
            _end_it(table, random)
        elif table.match.phase == "roll":
            table.act(cmd.Roll())
        else:
            table.play(random.randrange(1000))
    assert_true(valid_facts(table.events), table.events, table.match)


def _end_it(table: Table, random: Random) -> None:
    """Somebody ends a session, gives the game up, doubles where there is a cube, or is left alone."""
    side = table.match.turn
    if table.match.game_no > 1 and table.refused(side, cmd.Finish()) == "":
        table.do(side, cmd.Finish())
    elif table.refused(side, cmd.Double()) == "":
        table.act(cmd.Double())
        table.act(cmd.Take() if random.random() < 0.5 else cmd.Drop())
    elif random.random() < 0.2:
        table.do(1 - side, cmd.Claim(random.choice(["win", "draw"])))
    else:
        for points in range(1, 5):
            if table.refused(side, cmd.Resign(points)) == "":
                table.act(cmd.Resign(points))
                table.act(cmd.Accept())
                return


def test_a_session_counts_though_both_have_as_many_points() -> None:
    table = Table(Terms("tabla", length=SESSION))
    for loser in (0, 1):
        while table.match.to_act() != loser:
            table.step()
        table.act(cmd.Resign(1))
        table.act(cmd.Accept())
    table.do(0, cmd.Finish())
    row = valid_facts(table.events)
    assert (row["won"], row["score0"], row["score1"], row["void"]) == (None, 1, 1, False)
    assert [game[0] for game in row["games"]] == [1, 0]


def test_a_handicap_is_part_of_the_score() -> None:
    table = Table(Terms("tabla", length=3, start_score=(0, 2)))
    while table.match.to_act() != 0:
        table.step()
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())
    row = valid_facts(table.events)
    assert (row["won"], row["score0"], row["score1"]) == (1, 0, 3)


@settings(max_examples=times(20))
@given(
    st.sampled_from(board_matches.GAMES),
    st.integers(0, 12),
    st.sampled_from(["resign", "draw", "leave", "abort"]),
)
def test_of_random_games_on_squares(name: str, plies: int, end: str) -> None:
    table = Table(Terms(name))
    for ply in range(plies):
        if table.match.phase == "over":
            break
        board_matches.play(table, ply * 7)
    _leave(table, end)
    row = valid_facts(table.events)
    assert_true(row, table.events, table.match)
    assert row["void"] is (row["plies"] <= 3), "three moves or fewer count for nothing"


def _leave(table: Table, end: str) -> None:
    side = table.match.turn
    if table.match.phase == "over":
        return
    if end == "draw":
        table.do(side, cmd.OfferDraw())
        table.do(1 - side, cmd.AcceptDraw())
    elif end == "leave":
        table.do(side, cmd.Claim("win"))
    elif end == "abort" and table.refused(side, cmd.Abort()) == "":
        table.do(side, cmd.Abort())
    else:
        table.do(side, cmd.Resign(1))


def test_who_sat_and_what_was_agreed() -> None:
    table = Table(Terms("tabla", clock=ClockTerms(bank=60_000), stakes=Stakes(250)), seated=False)
    ada = ev.Player("p9", "Ada", "#b33", member=True, country="bg")
    bot = ev.Player("bot:plain", "Plain", "#777", bot="plain")
    table.do(0, cmd.Sit(ada, "0123456789abcdef", table.match.seal))
    table.now += 5
    table.do(1, cmd.Sit(bot, "0123456789abcdef", table.match.seal))
    table.do(1, cmd.Claim("win"))
    row = valid_facts(table.events)
    assert [row[f"{name}{side}"] for side in (0, 1) for name in ("player", "name", "member", "bot")] == [
        "p9", "Ada", True, "", "bot:plain", "Plain", False, "plain",
    ]  # fmt: skip
    assert (row["speed"], row["stake"], row["length"], row["began"]) == ("fast", 250, 1, NOW + 5)
    assert (row["won"], row["how"], row["kind"], row["void"], row["rated"]) == (
        1,
        "left",
        "",
        False,
        False,
    )


def test_a_players_own_program_is_named() -> None:
    table = Table(Terms("tabla"), seated=False)
    robot = ev.Player("r", "Robo", "#777", member=True, robot=True)
    for side, player in enumerate((robot, PLAYERS[1])):
        table.do(side, cmd.Sit(player, "0123456789abcdef", table.match.seal))
    table.do(1, cmd.Claim("draw"))
    row = valid_facts(table.events)
    assert (row["bot0"], row["member0"], row["bot1"], row["member1"]) == ("robot", True, "", False)
    assert (row["won"], row["kind"], row["void"]) == (None, "draw", False)


def test_a_table_that_was_cleared_is_none() -> None:
    table = Table(Terms("tabla"), seated=False)
    table.sit(0)
    table.do(0, cmd.Cancel())
    assert facts(table.events) is None


def test_a_match_that_goes_on_is_refused() -> None:
    table = Table(Terms("tabla"), (3, 1))
    with pytest.raises(UnfinishedMatchError):
        facts(table.events)


def test_dice_and_turns_by_hand() -> None:
    table = Table(Terms("tabla"), dice=Loaded((2, 2), (5, 3), (6, 6), (4, 1)))
    table.step()  # 5-3 was rolled to begin with
    if table.match.phase == "move":
        table.play()
    while table.match.rolls < 4:
        table.step()
    table.do(0, cmd.Claim("win"))
    row = valid_facts(table.events)
    openings = sum(isinstance(event, ev.OpeningRolled) for event in table.events)
    assert openings == 2
    assert row["dice0"][:6][1] >= 1
    assert row["dice0"][4] == 1
    assert row["dice1"][2] == 1
    assert row["dice0"][DOUBLETS] + row["dice1"][DOUBLETS] == 1


def test_the_tournament_that_it_belongs_to() -> None:
    table = Table(Terms("tabla", clock=ClockTerms(bank=60_000), tournament="friday8888"), seated=False)
    table.sit(0)
    table.sit(1)
    table.do(0, cmd.Claim("win"))
    assert valid_facts(table.events)["tournament"] == "friday8888"


def test_the_opening_of_a_game_of_chess() -> None:
    table = board_matches.chess("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    table.do(1, cmd.Resign())
    assert valid_facts(table.events)["opening"] == "C60 Ruy Lopez"
    dice = Table(Terms("tabla"), (3, 1))
    dice.do(0, cmd.Claim("win"))
    assert valid_facts(dice.events)["opening"] == ""


@pytest.mark.parametrize(("length", "opening"), [(1, "31P-52S"), (3, "")])
def test_the_first_turns_of_a_single_game_of_backgammon(length: int, opening: str) -> None:
    table = Table(Terms("backgammon", length=length), (3, 1), (5, 2))
    table.give(((8, 3), (6, 1)))
    if table.match.phase == "roll":
        table.act(cmd.Roll())
    table.give(((13, 5), (24, 2)))
    table.do(0, cmd.Resign(3))
    table.do(1, cmd.Accept())
    assert valid_facts(table.events)["opening"] == opening


def test_a_move_that_was_taken_back_is_none_of_the_opening() -> None:
    table = board_matches.chess("e2e4", "e7e5", "g1f3")
    table.do(0, cmd.RequestTakeback())
    table.do(1, cmd.AcceptTakeback())
    for move in ("g1f3", "b8c6", "f1b5"):
        board_matches.give(table, move)
    table.do(1, cmd.Resign())
    assert valid_facts(table.events)["opening"] == "C60 Ruy Lopez"


def test_a_move_that_was_taken_back_is_not_counted() -> None:
    table = board_matches.chess("e2e4", "e7e5", "g1f3")
    table.do(0, cmd.RequestTakeback())
    table.do(1, cmd.AcceptTakeback())
    for move in ("b1c3", "b8c6"):
        board_matches.give(table, move)
    table.do(1, cmd.Resign())
    row = valid_facts(table.events)
    assert (row["plies"], row["turns0"], row["turns1"]) == (4, 2, 2)


def test_a_turn_that_was_taken_back_is_not_counted_and_the_roll_after_it_neither() -> None:
    table = Table(Terms("tabla"), (6, 1), (4, 2), (3, 3), (5, 2))
    side = table.match.turn
    table.play()
    table.act(cmd.Roll())  # 4-2, which is void
    table.do(side, cmd.RequestTakeback())
    table.do(1 - side, cmd.AcceptTakeback())
    table.play(1)
    table.act(cmd.Roll())
    table.play()
    table.do(side, cmd.Claim("win"))
    row = valid_facts(table.events)
    assert (row["plies"], row["turns0"], row["turns1"]) == (2, 1, 1)
    dice = [row["dice0"], row["dice1"]]
    assert dice[side] == [0, 0, 0, 0, 0, 1, 0, 0]
    assert dice[1 - side] == [1, 0, 2, 0, 0, 0, 1, 1]


@pytest.mark.parametrize("training", [False, True])
def test_whether_it_was_training(training: bool) -> None:
    table = Table(Terms("tabla", training=training), (3, 1), seated=False)
    table.sit(0)
    bot = ev.Player("bot:level1", "Level 1", "#555555", bot="level1")
    table.do(1, cmd.Sit(bot, table.match.seal, table.match.seal))
    table.do(0, cmd.Claim("win"))
    assert valid_facts(table.events)["training"] is training


MEMBERS = tuple(ev.Player(player.id, player.name, player.colour, member=True) for player in PLAYERS)
BOUNDS = RatingTerms(turns=2, early_gain=100, most_points=1, a_day=3)


def rated(terms: Terms, unrated: bool = False) -> Table:
    """A rated table of two members."""
    table = Table(terms, seated=False)
    for side, player in enumerate(MEMBERS):
        consent = unrated and side == 1
        table.do(side, cmd.Sit(player, "0123456789abcdef", table.match.seal, unrated=consent))
    return table


@pytest.mark.parametrize(("plies", "early"), [(2, True), (3, True), (4, False)])
def test_a_match_counts_after_enough_turns_by_both(plies: int, early: bool) -> None:
    table = rated(Terms("chess", rated=True, rating_terms=BOUNDS))
    for number, move in enumerate(("e2e4", "e7e5", "g1f3", "b8c6")[:plies]):
        table.act(cmd.Move(move, number))
    table.do(0, cmd.Claim("win"))
    row = valid_facts(table.events)
    assert (row["turns0"], row["turns1"]) == ((plies + 1) // 2, plies // 2)
    assert (row["early"], row["early_gain"], row["most_points"]) == (early, 100, 1)
    assert row["rated"]


def test_two_who_know_that_it_does_not_count() -> None:
    table = rated(Terms("tabla", rated=True, rating_terms=BOUNDS), unrated=True)
    assert (table.match.terms.rated, table.match.terms.unrated) == (False, "pair")
    table.do(0, cmd.Claim("win"))
    assert valid_facts(table.events)["rated"] is False
    plain = rated(Terms("tabla"), unrated=True)
    assert plain.match.terms == Terms("tabla")


def test_records_that_say_nothing_count_as_they_did() -> None:
    """A club stored before there were bounds: its bytes, its facts, and their ratings."""
    table = rated(Terms("backgammon", rated=True, cube=True))
    table.do(0, cmd.Claim("win"))
    bodies = [ev.encode(event) for event in table.events]
    assert not any(word in body for body in bodies for word in (b"rating_terms", b"unrated"))
    row = valid_facts([ev.decode(body) for body in bodies])
    assert (row["rated"], row["early"], row["most_points"]) == (True, False, None)


def test_a_match_on_one_device_is_no_result() -> None:
    ada = PLAYERS[0]
    for local in (None, ("Light", "Dark")):
        table = Table(Terms("tabla", local=local), (3, 1), seated=local is None)
        if local is not None:
            table.do(0, cmd.Sit(ada, "ab" * 8, table.match.seal))
        table.act(cmd.Resign(1))
        table.act(cmd.Accept())
        assert table.match.phase == "over"
        assert (facts(table.events) is None) is (local is not None)
