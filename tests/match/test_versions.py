"""Matches of yesterday: opened under older rules they keep them, whatever the rules are today."""

from itertools import pairwise

import msgspec
import pytest

from tests.support.match.dice_matches import NOW, Table
from zaria import games
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock.clock import INTERMISSION
from zaria.match.evolve import replay
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import opened
from zaria.match.terms import ClockTerms, Terms
from zaria.match.versions import RULES_VERSION
from zaria.match.view import view

BLITZ = ClockTerms(delay=1_000)
HIT = ("X=6:2,4:1,2:2,off:10;O=22:1,20:2,off:12", (3, 1), ((4, 1), (3, 3)))
"""A position, a roll, and a turn that hits at home and bears that checker off."""
PAIR = ("X=6:2,5:1,off:12;O=22:1,12:3", (3, 3), ((6, 3), (6, 3), (3, 3), (5, 3)))
BOTH = ("X=5:1,3:1,off:13;O=24:1,19:2,10:1,off:11", (4, 4), ((5, 4), (3, 4), (1, 4)))


def accepts(table: Table, case: tuple[str, tuple[int, int], tuple[tuple[int, int], ...]]) -> bool:
    where, roll, moves = case
    table.place(where, 0, phase="move", dice=roll)
    table.force(position=table.match.dice_game().parse(where).rolled(roll))
    return table.refused(0, cmd.Play(moves, table.match.rolls, table.match.stage)) == ""


@pytest.mark.parametrize(
    ("options", "case", "then", "now"),
    [
        ({}, HIT, True, False),
        ({"hit_then_off_ban": True}, HIT, False, False),
        ({"hit_then_off_ban": False}, HIT, True, True),
        ({}, PAIR, True, False),
        ({"hit_then_off_ban": True}, PAIR, True, False),
        ({"caucasus": True}, BOTH, True, False),
        ({"caucasus": True, "hit_then_off_ban": True}, BOTH, True, False),
        ({"hit_then_off_ban": True}, BOTH, False, False),
    ],
)
def test_short_nardy_keeps_the_bans_it_was_opened_with(
    options: dict[str, bool],
    case: tuple[str, tuple[int, int], tuple[tuple[int, int], ...]],
    then: bool,
    now: bool,
) -> None:
    terms = Terms("short-nardy", options=dict(options))
    assert accepts(Table(terms, (3, 1), version=1), case) == then
    assert accepts(Table(terms, (3, 1)), case) == now


def test_an_open_match_of_yesterday_says_by_which_rules_it_is_played() -> None:
    table = Table(Terms("short-nardy"), (3, 1), version=1)
    assert view(table.match).options == {"hit_then_off_ban": False}
    assert view(Table(Terms("short-nardy"), (3, 1)).match).options == {}
    agreed = Table(Terms("short-nardy", {"hit_then_off_ban": True, "caucasus": True}), (3, 1), version=1)
    assert view(agreed.match).options == {"hit_then_off_ban": "checker", "caucasus": True}


def test_its_record_stays_as_it_was_written() -> None:
    table = Table(Terms("short-nardy"), (3, 1), version=1)
    written = ev.encode(table.events[0])
    assert b'"version":1' in written
    assert b"hit_then_off_ban" not in written
    assert replay([ev.decode(ev.encode(event)) for event in table.events]) == table.match


@pytest.mark.parametrize("game", games.names())
def test_a_single_game_lost_on_time_costs_three_points_in_the_games_of_anafeds(game: str) -> None:
    rules = games.get(game)
    if len(rules.rotation) > 1:
        return
    dearest = min(3, rules.classes[-1][0])
    for version, points in ((1, dearest), (RULES_VERSION, 3 if "anafeds" in rules.source else dearest)):
        table = Table(Terms(game, clock=BLITZ), (3, 1), version=version)
        table.now += INTERMISSION + 1_000
        table.do(None, cmd.Flag())
        result = table.match.result
        assert result is not None
        assert (result.points, result.how) == (points, "time")


def test_in_a_match_no_game_costs_more_on_time_than_its_dearest_win() -> None:
    table = Table(Terms("indiyka", length=5, clock=BLITZ), (3, 1))
    table.now += INTERMISSION + 1_000
    table.do(None, cmd.Flag())
    assert sorted(table.match.score) == [0, 1]


def test_the_cube_multiplies_a_single_game_lost_on_time() -> None:
    table = Table(Terms("indiyka", cube=True, clock=BLITZ), (3, 1))
    table.play()
    table.act(cmd.Double())
    table.act(cmd.Take())
    table.now += 100_000
    table.do(None, cmd.Flag())
    assert sorted(table.match.score) == [0, 6]


def test_tabla_bg_knows_no_cube_but_matches_of_yesterday_keep_their_cube() -> None:
    terms = Terms("tabla-bg", cube=True, beaver=True, length=3)
    with pytest.raises(CommandRefusedError) as refused:
        opened("m1", terms, "0" * 64, NOW)
    assert refused.value.code == "no_cube"
    table = Table(terms, (3, 1), version=1)
    table.act(cmd.Double())
    table.act(cmd.Take())
    assert table.match.cube.value == 2
    again = table.match.terms.renewed()
    again.check()
    assert again == Terms("tabla-bg", length=3)
    assert Terms("tabla", cube=True, beaver=True).renewed() == Terms("tabla", cube=True, beaver=True)


def test_the_events_of_both_versions_differ_in_nothing_else() -> None:
    first, second = (Table(Terms("tabla"), (3, 1), version=version).events for version in (1, RULES_VERSION))
    assert isinstance(second[0], ev.Opened)
    assert first == [msgspec.structs.replace(second[0], version=1), *second[1:]]
    assert all(before.at <= event.at for before, event in pairwise(second))
