"""Opening a match and sitting down."""

import pytest
from msgspec.structs import replace

from tests.support.match.dice_matches import NOW, PLAYERS, SEEDS, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import evolve
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms
from zaria.records.verify import verify

TABLA = Terms("tabla")


def sit(table: Table, side: int | None, *, seed: str = SEEDS[0], seal: str | None = None) -> str:
    seal = table.match.seal if seal is None else seal
    return table.refused(side, cmd.Sit(PLAYERS[0], seed=seed, seal=seal))


def test_an_open_match_waits_for_players() -> None:
    match = Table(TABLA, seated=False).match
    assert (match.phase, match.to_act(), match.players) == ("open", None, (None, None))


def test_the_first_player_waits_and_the_second_begins_the_game() -> None:
    table = Table(TABLA, (3, 1), seated=False)
    assert [type(event) for event in table.sit(1)] == [ev.Seated]
    waiting = table.match
    assert waiting.phase == "open"
    assert [type(event) for event in table.sit(0)] == [ev.Seated, ev.GameStarted, ev.OpeningRolled]
    begun = table.match
    assert begun.seeds == SEEDS
    assert begun.phase == "move"


@pytest.mark.parametrize(
    ("side", "changes", "code"),
    [
        (0, {}, ""),
        (1, {}, ""),
        (None, {}, "not_a_player"),
        (2, {}, "not_a_player"),
        (0, {"seal": "0" * 64}, "seal_mismatch"),
        (0, {"seed": "UPPER"}, "bad_seed"),
        (0, {"seed": "0" * 15}, "bad_seed"),
    ],
)
def test_who_may_sit(side: int | None, changes: dict[str, str], code: str) -> None:
    assert sit(Table(TABLA, seated=False), side, **changes) == code


def test_a_taken_seat_stays_taken_and_nobody_sits_twice() -> None:
    table = Table(TABLA, seated=False)
    table.sit(0)
    assert sit(table, 0) == "seat_taken"
    assert sit(table, 1) == "already_seated"
    table.sit(1)
    assert sit(table, 1) == "not_open"


def test_nothing_but_sitting_is_possible_before_the_game() -> None:
    table = Table(TABLA, seated=False)
    table.sit(0)
    for command in (cmd.Roll(), cmd.Double(), cmd.Resign(1), cmd.Play((), 0)):
        assert table.refused(0, command) == "not_now"
    assert table.refused(None, cmd.Flag()) == "not_over_time"


def test_a_program_cannot_choose_its_seed() -> None:
    table = Table(TABLA, seated=False)
    table.sit(0)
    table.do(1, cmd.Sit(ev.Player("bot:plain", "Plain", "#555", bot="plain"), SEEDS[1], table.match.seal))
    assert table.match.seeds == (SEEDS[0], table.match.seal)


def test_dice_of_another_match_are_not_rolled() -> None:
    table = Table(TABLA, seated=False)
    table.dice = Dice(bytes(31) + b"x", "m1")
    with pytest.raises(ValueError, match="not the dice"):
        table.sit(0)


@pytest.mark.parametrize(
    "terms",
    [
        Terms("whist"),
        Terms("tabla", length=65),
        Terms("tabla", length=-1),
        Terms("tabla", length=-3),
        Terms("tabla", clock=ClockTerms()),
        Terms("tabla", clock=ClockTerms(increment=1000)),
        Terms("tabla", clock=ClockTerms(bank=-1, delay=1000)),
        Terms("tabla", clock=ClockTerms(bank=25 * 3_600_000)),
    ],
)
def test_terms_that_cannot_be_played(terms: Terms) -> None:
    with pytest.raises(CommandRefusedError) as refused:
        opened("m1", terms, "0" * 64, NOW)
    assert refused.value.code == "bad_terms"


@pytest.mark.parametrize(
    "terms",
    [
        Terms("tabla", length=9, cube=True, clock=ClockTerms(delay=12_000, bank=180_000)),
        Terms("tapa", options={"first_long_move": "off"}),
        Terms("long-nardy", options={"head_list": "fivestars", "home_mars": 4}, length=3),
        Terms("tabla", clock=ClockTerms(bank=300_000, increment=10_000)),
        *(Terms("tabla", length=length, cube=True) for length in range(1, 26)),
    ],
)
def test_terms_that_can(terms: Terms) -> None:
    assert opened("m1", terms, "0" * 64, NOW).terms == terms


def test_a_rated_match_begins_with_a_clock_only() -> None:
    with pytest.raises(CommandRefusedError) as refused:
        opened("m1", Terms("tabla", rated=True), "0" * 64, NOW)
    assert refused.value.code == "rated_without_clock"
    assert opened("m1", Terms("tabla", rated=True, clock=ClockTerms(delay=5_000)), "0" * 64, NOW).terms.rated


def test_a_rated_match_without_a_clock_that_is_stored_goes_on() -> None:
    table = Table(TABLA, seated=False)
    table.events = [replace(table.events[0], terms=Terms("tabla", rated=True))]
    table.match = evolve(None, table.events[0])
    for side in (0, 1):
        player = replace(PLAYERS[side], member=True)
        table.do(side, cmd.Sit(player, SEEDS[side], table.match.seal))
    assert (table.match.game_no, table.match.terms.rated, table.match.clock) == (1, True, None)
    table.act(cmd.Resign(3))
    table.act(cmd.Accept())
    assert verify(table.events).problem is None
    assert table.match.terms.renewed() == Terms("tabla"), "another match like it does not count"
