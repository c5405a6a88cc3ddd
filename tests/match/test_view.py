"""The view of the table."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from tests.support.match.dice_matches import SEEDS, Table
from tests.support.strategies import onward
from zaria import games
from zaria.games.effects import Effects
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.match import Cube, Last
from zaria.match.terms import ClockTerms, Terms
from zaria.match.view import View, moment, view


def test_an_open_table() -> None:
    seen = view(Table(Terms("tapa", length=3), seated=False).match)
    assert (seen.game, seen.title, seen.length) == ("tapa", "Tapa", 3)
    assert (seen.phase, seen.to_act, seen.players, seen.seeds) == ("open", None, (None, None), (None, None))
    assert seen.men[0] == seen.men[1] == (*[0] * 24, 15, 0)
    assert (seen.clocks, seen.last, seen.result, seen.secret) == (None, None, None, None)


@pytest.mark.parametrize(
    ("game", "contact", "parallel", "hand"),
    [
        ("tabla", "hit", False, False),
        ("tapa", "pin", False, False),
        ("long-nardy", "single", True, False),
        ("indiyka", "none", False, True),
        ("chess", "none", False, False),
    ],
)
def test_how_the_board_is_drawn_depends_on_the_game(
    game: str, contact: str, parallel: bool, hand: bool
) -> None:
    seen = view(Table(Terms(game)).match)
    assert (seen.contact, seen.parallel, seen.hand) == (contact, parallel, hand)


@pytest.mark.parametrize(("game", "race"), [("tabla", False), ("indiyka", True), ("chess", None)])
def test_a_new_game_is_a_race_where_the_sides_have_no_road_in_common(game: str, race: bool | None) -> None:
    assert view(Table(Terms(game)).match).race is race


@pytest.mark.parametrize("game", games.names())
def test_the_view_says_what_the_rules_say_of_a_race(game: str) -> None:
    match, seen = Table(Terms(game, length=3)).match, set[bool]()
    for seed in range(4):
        random, position = Random(seed), games.dice_game(game).start()
        while position.outcome() is None and not position.locked():
            shown = moment(replace(match, position=position))
            assert shown.race is position.is_race()
            assert (b'"race":true' in msgspec.json.encode(shown)) is position.is_race()
            seen.add(position.is_race())
            position = onward(position, random)
    assert True in seen


@pytest.mark.parametrize(
    ("game", "place", "moves", "effects"),
    [
        ("tabla", "X=13:2,6:13;O=16:1,6:14", ((13, 3), (10, 4)), None),
        ("tabla", "X=13:2,6:13;O=16:1,6:14", ((13, 3), (13, 4)), Effects(hit=(1,))),
        ("tapa", "X=13:2,6:13;O=15:1,16:1,6:13", ((13, 3), (13, 4)), Effects(pin=(0, 1))),
    ],
)
def test_the_last_turn_has_the_effects_of_its_steps(
    game: str, place: str, moves: tuple[tuple[int, int], ...], effects: Effects | None
) -> None:
    table = Table(Terms(game), (6, 1), (4, 3))
    table.place(place, phase="roll", dice=None)
    table.act(cmd.Roll())
    (played,) = table.give(moves)
    assert isinstance(played, ev.TurnPlayed)
    assert view(table.match).last == Last(0, moves, played.text, effects)


def test_the_dice_show_while_they_are_played() -> None:
    table = Table(Terms("tabla"), (3, 1), (6, 6))
    assert (view(table.match).dice, view(table.match).roll_no) == ((3, 1), 1)
    table.play()
    seen = view(table.match)
    assert (seen.dice, seen.turn, seen.to_act) == ((), 1, 1)
    assert seen.last is not None
    assert (seen.last.side, len(seen.last.moves)) == (0, 2)
    table.act(cmd.Roll())
    table.act(cmd.Resign(1))
    seen = view(table.match)
    assert (seen.dice, seen.thrown, seen.to_act) == ((6, 6, 6, 6), (6, 6), 0)


def test_the_men_and_the_pins_are_in_each_sides_own_numbers() -> None:
    table = Table(Terms("tapa"), (6, 1))
    table.place("X=24:1^,2:14;O=24:1,1:1,6:13", 1)
    seen = view(table.match)
    assert seen.pins == ((), (24,))
    assert seen.men[1][24] == 1
    assert seen.men[0][1] == 1
    assert seen.pips == (24 + 1 + 6 * 13, 24 + 2 * 14)


def test_the_clock_as_it_runs() -> None:
    table = Table(Terms("tabla", clock=ClockTerms(delay=12_000, bank=60_000)), (3, 1))
    clock = view(table.match).clocks
    assert clock is not None
    assert (clock.bank, clock.running, clock.since, clock.delay) == (
        (60_000, 60_000),
        0,
        table.now + 5_000,
        12_000,
    )


def test_the_result_of_the_last_game_stays() -> None:
    table = Table(Terms("tabla", length=5, cube=True), (3, 1))
    table.force(cube=Cube(2, None))
    table.act(cmd.Resign(2))
    seen = view(table.match)
    assert seen.resign is not None
    assert (seen.resign.side, seen.resign.points) == (0, 2)
    table.act(cmd.Accept())
    seen = view(table.match)
    assert seen.result is not None
    assert (seen.result.winner, seen.result.points, seen.result.kind) == (1, 4, "mars")
    assert (seen.score, seen.game_no, seen.starter, seen.crawford) == ((0, 4), 2, 1, True)


def test_what_one_can_resign_for() -> None:
    assert view(Table(Terms("tabla")).match).classes == ((1, "single"), (2, "mars"), (3, "koks"))
    home_mars = view(Table(Terms("long-nardy", {"home_mars": 4})).match).classes
    assert home_mars == ((1, "single"), (2, "mars"), (4, "home_mars"))


def test_the_secret_is_shown_only_at_the_end_and_ids_never() -> None:
    table = Table(Terms("tabla"), (3, 1))
    secret = table.dice.secret.hex()
    assert view(table.match).secret is None
    assert secret.encode() not in msgspec.json.encode(view(table.match))
    table.act(cmd.Resign(1))
    table.act(cmd.Accept())
    seen = view(table.match)
    assert (seen.phase, seen.winner, seen.secret, seen.seeds) == ("over", 1, secret, SEEDS)
    body = msgspec.json.encode(seen)
    assert b'"p0"' not in body
    assert msgspec.json.decode(body, type=View) == seen
