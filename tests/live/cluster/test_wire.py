"""Messages between processes survive the journey; malformed ones are dropped."""

import json
import logging
from typing import Any

import msgspec
import pytest

from tests.support.match.dice_matches import Table
from zaria.live.cluster import wire
from zaria.live.cluster.bus import RedisBus
from zaria.live.lobby.messages import OnlineUser, People
from zaria.live.matches.event_frames import PackedEvent, PublishedEvent
from zaria.live.matches.messages import ListingChanged
from zaria.live.sockets.protocol.server import AbsenceChanged, AbsentSide, Redirect
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.decide import decide
from zaria.match.dice_play.dice import Dice, seal
from zaria.match.evolve import evolve
from zaria.match.seats import opened
from zaria.match.terms import Terms

SECRET = bytes(range(32))


class Wire:
    """A line that keeps what is published on it."""

    def __init__(self) -> None:
        self.published: list[tuple[str, bytes]] = []

    def publish(self, channel: str, message: bytes) -> None:
        self.published.append((channel, message))

    def listen(self, channel: str) -> None: ...

    def ignore(self, channel: str) -> None: ...


def beginning(game: str) -> list[PublishedEvent]:
    """The first events of a match between ann and bob, as published."""
    event: ev.Event = opened("m1", Terms(game), seal(SECRET), 1)
    match = evolve(None, event)
    published = [PublishedEvent(match, 0, event, ev.encode(event), 5)]
    for side, name in enumerate(("ann", "bob")):
        sit = cmd.Sit(ev.Player(name, name.title(), "#777777"), "ab" * 16, seal(SECRET))
        for event in decide(match, side, sit, 2, Dice(SECRET, "m1")):
            match = evolve(match, event)
            published.append(PublishedEvent(match, len(published), event, ev.encode(event), 5))
    return published


@pytest.mark.parametrize("game", ["tabla", "russian-draughts"])
def test_an_event_reads_the_same_in_another_process(game: str) -> None:
    for published in beginning(game):
        sender, copy = wire.unpack(wire.pack("me", published))
        assert sender == "me"
        assert isinstance(copy, PublishedEvent)
        assert (copy.m, copy.n, copy.ids, copy.kind) == (
            published.m,
            published.n,
            published.ids,
            published.kind,
        )
        for reader in ("ann", "bob", "cat", None):
            assert copy.frame(reader) == published.frame(reader)


@pytest.mark.parametrize(("game", "kind"), [("tabla", "hit"), ("tapa", "pin"), ("long-nardy", None)])
def test_effects_of_steps_are_sent_to_the_side_on_turn(game: str, kind: str | None) -> None:
    """From this process and from another one; node 0 of the tree has 13/10, 13/9* and 6/3, 6/2."""
    table = Table(Terms(game), (6, 1), (4, 3))
    opponent = {"tabla": "16:1,6:14", "tapa": "16:1,6:14", "long-nardy": "24:15"}[game]
    table.place(f"X=13:2,6:13;O={opponent}", phase="roll", dice=None)
    (rolled,) = table.act(cmd.Roll())
    published = PublishedEvent(table.match, 9, rolled, ev.encode(rolled), 5)
    _, copy = wire.unpack(wire.pack("me", published))
    assert isinstance(copy, PublishedEvent)
    for event in (published, copy):
        frames = [json.loads(event.frame(reader)) for reader in ("p0", "p1", None)]
        assert [frame["tree"] is None for frame in frames] == [False, True, True]
        assert all("effects" not in frame for frame in frames[1:])
        steps = [tuple(edge[:2]) for edges in frames[0]["tree"] for edge in edges]
        effects = frames[0].get("effects")
        assert (effects and list(effects)) == (kind and [kind])
        if kind:
            assert {steps[number] for number in effects[kind]} == {(13, 4)}


def test_an_event_that_an_older_process_packed_has_no_effects() -> None:
    published = beginning("tabla")[0]
    fields = msgspec.structs.astuple(published.pack())
    assert fields[-1] is None
    older = msgspec.msgpack.decode(msgspec.msgpack.encode(fields[:-1]), type=PackedEvent)
    assert PublishedEvent.unpack(older).frame("ann") == published.frame("ann")


@pytest.mark.parametrize(
    "message",
    [
        AbsenceChanged("m1", 3, [AbsentSide(0, 60)]),
        Redirect("m1", "seek"),
        ListingChanged("m1", 1, b"{}", ("ann", None)),
        People("p", 1, [OnlineUser("a", "A", "#777777")]),
    ],
)
def test_notices_travel(message: Any) -> None:
    assert wire.unpack(wire.pack("me", message)) == ("me", message)


def test_commands_travel() -> None:
    play = cmd.Play(((3, 1), (5, 2)), 4)
    ask = wire.CommandRequest("web", 7, "m1", "ann", "c1", play, 1000, 30, None)
    assert wire.decode(wire.encode(ask)) == ask
    result = wire.CommandResult(7, 12)
    assert wire.decode(wire.encode(result)) == result


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"\xff" * 40,
        msgspec.msgpack.encode(["other", True, {"t": "go"}]),
        msgspec.msgpack.encode(["other", False, {"t": "gone"}]),
        msgspec.msgpack.encode(["other", False, {"t": "go", "m": 3, "why": "seek"}]),
        wire.pack("other", beginning("tabla")[0]).replace(b"m1", b"m2"),
    ],
)
def test_what_makes_no_sense_is_dropped_and_logged(message: bytes, caplog: pytest.LogCaptureFixture) -> None:
    bus = RedisBus(Wire(), "me")  # type: ignore[arg-type]
    messages: list[Any] = []
    bus.subscribe("m1", messages.append)
    with caplog.at_level(logging.ERROR):
        bus.receive(wire.BUS + "m1", message)
    assert not messages
    assert "dropped" in caplog.text


def test_own_messages_are_delivered_at_once_and_not_twice() -> None:
    line = Wire()
    bus = RedisBus(line, "me")  # type: ignore[arg-type]
    messages: list[Any] = []
    bus.subscribe("u:ann", messages.append)
    bus.publish("u:ann", Redirect("m1", "seek"))
    assert messages == [Redirect("m1", "seek")]
    bus.receive(*line.published[0])
    assert len(messages) == 1
    bus.receive(wire.BUS + "u:ann", wire.pack("another", Redirect("m2", "seek")))
    assert messages[1:] == [Redirect("m2", "seek")]
