"""Offers of the cube and their answers are kept beside the log of a match, for pages that come later."""

from tests.support.match.dice_matches import Table
from zaria.live.matches.live_match import LiveMatch, encode_places
from zaria.live.sockets.catch_up import state
from zaria.live.sockets.protocol.server import CubeLine
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.terms import Terms


def cubes_of(table: Table) -> list[CubeLine]:
    """The state for a visitor who opens the table now."""
    live_match = LiveMatch("m1", bytes(32), encode_places((None, None)))
    for event in table.events:
        live_match.apply(event)
    return state(live_match, None, 0).cubes


def test_offers_and_answers_stand_before_the_line_that_followed() -> None:
    table = Table(Terms("backgammon", length=5, cube=True, beaver=True, raccoon=True))
    table.step()
    for command in (cmd.Double(), cmd.Beaver(), cmd.Raccoon(), cmd.Take()):
        table.act(command)
    doubler = table.match.turn
    assert cubes_of(table) == [
        CubeLine(1, doubler, "doubled", 2),
        CubeLine(1, 1 - doubler, "beavered", 4),
        CubeLine(1, doubler, "raccooned", 8),
        CubeLine(1, 1 - doubler, "taken"),
    ]
    table.step()
    table.step()
    assert [line.at for line in cubes_of(table)] == [1] * 4


def test_a_new_game_begins_without_them() -> None:
    table = Table(Terms("backgammon", length=5, cube=True))
    table.step()
    table.act(cmd.Double())
    declining = 1 - table.match.turn
    table.act(cmd.Drop())
    assert table.match.game_no == 2
    assert cubes_of(table) == []
    ended = next(i for i, event in enumerate(table.events) if isinstance(event, ev.GameEnded))
    table.events = table.events[:ended]
    assert cubes_of(table)[-1] == CubeLine(1, declining, "dropped")
