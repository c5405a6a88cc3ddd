"""Events and commands as JSON, and histories that make no sense."""

import msgspec
import pytest

from tests.support.match.dice_matches import NOW, PLAYERS, Table
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.events import BrokenHistoryError
from zaria.match.evolve import evolve, replay
from zaria.match.terms import Terms


@pytest.mark.parametrize(
    ("event", "body"),
    [
        (ev.Rolled(at=1, side=0, n=7, dice=(6, 5)), b'{"t":"rolled","at":1,"side":0,"n":7,"dice":[6,5]}'),
        (
            ev.TurnPlayed(at=2, side=1, moves=((25, 3), (6, 1)), text="bar/22 6/5"),
            b'{"t":"played","at":2,"side":1,"moves":[[25,3],[6,1]],"text":"bar/22 6/5"}',
        ),
        (
            ev.Seated(at=3, side=0, player=PLAYERS[0], seed="ab"),
            b'{"t":"seated","at":3,"side":0,"player":{"id":"p0","name":"Ada","colour":"#b33"},"seed":"ab"}',
        ),
        (ev.Restarted(at=4), b'{"t":"restarted","at":4}'),
    ],
)
def test_an_event_is_an_object_with_its_kind(event: ev.Event, body: bytes) -> None:
    assert ev.encode(event) == body
    assert ev.decode(body) == event


@pytest.mark.parametrize(
    "body",
    [
        b'{"t":"nothing","at":1}',
        b'{"at":1}',
        b'{"t":"rolled","at":1,"side":0,"n":7,"dice":[6]}',
        b'{"t":"rolled","at":1,"side":0,"n":7,"dice":[6,7]}',
        b'{"t":"rolled","at":1,"side":2,"n":7,"dice":[6,5]}',
        b'{"t":"played","at":1,"side":0,"moves":[[26,1]],"text":""}',
        b'{"t":"played","at":1,"side":0,"moves":[[1e30,1]],"text":""}',
    ],
)
def test_what_is_no_event(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        ev.decode(body)


@pytest.mark.parametrize(
    ("body", "command"),
    [
        (b'{"t":"roll"}', cmd.Roll()),
        (b'{"t":"play","moves":[[8,3],[6,1]],"n":7}', cmd.Play(((8, 3), (6, 1)), 7)),
        (b'{"t":"resign","points":2}', cmd.Resign(2)),
    ],
)
def test_a_command_as_the_browser_sends_it(body: bytes, command: cmd.Command) -> None:
    assert msgspec.json.decode(body, type=cmd.Command) == command


def test_a_history_has_one_opening_at_its_beginning() -> None:
    table = Table(Terms("tabla"))
    with pytest.raises(BrokenHistoryError, match="no events"):
        replay([])
    with pytest.raises(BrokenHistoryError, match="begins with its opening"):
        replay(table.events[1:])
    with pytest.raises(BrokenHistoryError, match="opens once"):
        evolve(table.match, table.events[0])


def test_a_history_of_other_rules_is_not_replayed() -> None:
    opened = Table(Terms("tabla")).events[0]
    with pytest.raises(BrokenHistoryError, match="rules version 3"):
        replay([msgspec.structs.replace(opened, version=3)])
    with pytest.raises(BrokenHistoryError, match="whist"):
        replay([msgspec.structs.replace(opened, terms=Terms("whist"))])


@pytest.mark.parametrize("moves", [((8, 3),), ((9, 3), (6, 1)), ()])
def test_an_illegal_turn_breaks_a_history(moves: tuple[ev.Move, ...]) -> None:
    table = Table(Terms("tabla"), (3, 1))
    with pytest.raises(BrokenHistoryError, match="not a complete legal turn"):
        evolve(table.match, ev.TurnPlayed(at=NOW, side=0, moves=moves, text=""))
    table.play()
    with pytest.raises(BrokenHistoryError, match="without a roll"):
        evolve(table.match, ev.TurnPlayed(at=NOW, side=1, moves=moves, text=""))
