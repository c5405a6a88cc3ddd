"""Two people on one device: one player sits for both, and the match counts for nothing."""

import pytest
from msgspec.structs import replace

from tests.support.match import board_matches
from tests.support.match.dice_matches import SEEDS, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.dice import Dice
from zaria.match.evolve import replay
from zaria.match.refusals import CommandRefusedError
from zaria.match.stakes import Stakes
from zaria.match.terms import LONGEST_NAME, ClockTerms, Terms
from zaria.match.view import view
from zaria.records import convert
from zaria.records.formats.json import dump, load
from zaria.records.verify import verify

LOCAL = Terms("tabla", local=("Anna", "Boris"))
ADA = ev.Player("m-1", "Ada", "#b33", member=True, country="GR", face="7")


def table_of(terms: Terms, *rolls: tuple[int, int], side: int = 0, dice: Dice | None = None) -> Table:
    """A table at which Ada sat down once, at the seat of `side`."""
    table = Table(terms, *rolls, dice=dice, seated=False)
    table.do(side, cmd.Sit(ADA, SEEDS[0], table.match.seal))
    return table


@pytest.mark.parametrize("side", [0, 1])
def test_one_player_takes_both_seats_and_the_game_begins(side: int) -> None:
    table = table_of(LOCAL, (3, 1), side=side)
    assert [type(event) for event in table.events[1:]] == [
        ev.Seated,
        ev.Seated,
        ev.GameStarted,
        ev.OpeningRolled,
    ]
    anna, boris = ev.Player("m-1", "Anna", "#b33"), ev.Player("m-1", "Boris", "#b33")
    assert table.match.players == (anna, boris)
    assert table.match.seeds == (SEEDS[0], SEEDS[0])
    assert view(table.match).local
    assert not view(Table(Terms("tabla")).match).local


def test_such_a_match_is_a_record_like_any_other() -> None:
    table = table_of(replace(LOCAL, length=3, cube=True), dice=Dice(bytes(range(32)), "m1"))
    while table.match.phase != "over":
        if table.match.phase == "roll":
            table.act(cmd.Roll())
        else:
            table.play(len(table.events))
    assert verify(table.events).problem is None
    assert replay(load(dump(table.events))).score == table.match.score
    text = convert.write(table.events, "mat").decode()
    assert "Anna" in text
    assert "Boris" in text


def test_board_games_are_played_so_too() -> None:
    table = table_of(Terms("chess", local=("White", "Black"), clock=ClockTerms(bank=60_000)))
    for move in board_matches.FOOLS_MATE:
        board_matches.give(table, move)
    assert (table.match.phase, table.match.winner) == ("over", 1)
    assert verify(table.events).problem is None
    assert b'[White "White"]' in convert.write(table.events, "pgn")


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (LOCAL, ""),
        (replace(LOCAL, rated=True, clock=ClockTerms(bank=60_000)), "local_counts"),
        (replace(LOCAL, stakes=Stakes(100)), "local_counts"),
        (replace(LOCAL, training=True), "local_counts"),
        (replace(LOCAL, tournament="t1", clock=ClockTerms(bank=60_000)), "local_counts"),
        (replace(LOCAL, local=("", "Boris")), "bad_terms"),
        (replace(LOCAL, local=("Anna", "B" * (LONGEST_NAME + 1))), "bad_terms"),
    ],
)
def test_terms_of_a_match_on_one_device(terms: Terms, code: str) -> None:
    refusal = ""
    try:
        terms.check_new()
    except CommandRefusedError as refused:
        refusal = refused.code
    assert refusal == code


def test_the_side_that_acts_answers_offers_too() -> None:
    match = table_of(replace(LOCAL, cube=True, length=3), (3, 1))
    assert match.match.acting_side() == match.match.to_act() == 0
    match.play()
    match.act(cmd.Double())
    assert (match.match.turn, match.match.acting_side()) == (1, 0)
    match.act(cmd.Drop())
    assert match.match.score == (0, 1)
