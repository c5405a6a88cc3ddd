"""Numbered messages with losses, repetitions and reorderings: what a host knows is right in the end."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from zaria.live.cluster.attendance import Attendance
from zaria.live.cluster.streams import Incoming

SEATS = [("m1", "ann"), ("m1", "bob"), ("m2", "cat")]


class Sender:
    """A process with players, which announces each change once, and everything when asked."""

    def __init__(self) -> None:
        self.number = 0
        self.seats: set[tuple[str, str]] = set()
        self.outgoing: list[tuple[int, str, tuple[str, str] | int]] = []

    def say(self, kind: str, about: tuple[str, str] | int) -> None:
        self.number += 1
        self.outgoing.append((self.number, kind, about))

    def come(self, seat: tuple[str, str]) -> None:
        self.seats.add(seat)
        self.say("here", seat)

    def leave(self, seat: tuple[str, str]) -> None:
        self.seats.discard(seat)
        self.say("away", seat)

    def say_everything(self) -> None:
        began = self.number + 1
        for seat in sorted(self.seats):
            self.say("here", seat)
        self.say("end", began)


class Receiver:
    """A host, as `RemotePresence` follows a stream."""

    def __init__(self) -> None:
        self.stream = Incoming()
        self.attendance = Attendance()

    def receive(self, message: tuple[int, str, tuple[str, str] | int]) -> None:
        number, kind, about = message
        if not self.stream.arrive(number):
            return
        if isinstance(about, int):
            if self.stream.complete(about):
                for seat, named in self.attendance.seats("p"):
                    if named < about:
                        self.attendance.remove("p", seat)
        elif kind == "here":
            self.attendance.add("p", about, number)
        else:
            self.attendance.remove("p", about)

    @property
    def seats(self) -> set[tuple[str, str]]:
        return {seat for seat, _ in self.attendance.seats("p")}


def deliver(receiver: Receiver, messages: Iterable[tuple[int, str, tuple[str, str] | int]]) -> None:
    for message in messages:
        receiver.receive(message)


SEAT = st.sampled_from(SEATS)
STEP = st.one_of(
    st.tuples(st.just("come"), SEAT),
    st.tuples(st.just("leave"), SEAT),
    st.tuples(st.just("everything"), st.none()),
    st.tuples(st.just("beat"), st.none()),
    st.tuples(st.just("lose"), st.integers(0, 5)),
    st.tuples(st.just("repeat"), st.integers(0, 5)),
    st.tuples(st.just("swap"), st.integers(0, 5)),
    st.tuples(st.just("deliver"), st.integers(1, 4)),
)


@given(st.lists(STEP, max_size=40))
def test_a_receiver_knows_everything_again_after_it_has_asked(steps: list[tuple[str, object]]) -> None:
    """Messages may be lost, repeated or overtaken."""
    sender, receiver = Sender(), Receiver()
    for kind, about in steps:
        if kind == "come":
            sender.come(about)  # type: ignore[arg-type]
        elif kind == "leave":
            sender.leave(about)  # type: ignore[arg-type]
        elif kind == "everything":
            sender.say_everything()
        elif kind == "beat":
            receiver.stream.check(sender.number)
        elif sender.outgoing:
            place = int(about) % len(sender.outgoing)  # type: ignore[call-overload]
            if kind == "lose":
                del sender.outgoing[place]
            elif kind == "repeat":
                sender.outgoing.append(sender.outgoing[place])
            elif kind == "swap":
                sender.outgoing.insert(0, sender.outgoing.pop(place))
            else:
                deliver(receiver, sender.outgoing[: place + 1])
                del sender.outgoing[: place + 1]
    deliver(receiver, sender.outgoing)
    sender.outgoing.clear()
    receiver.stream.check(sender.number)
    if receiver.stream.check(sender.number):
        sender.say_everything()
        deliver(receiver, sender.outgoing)
    assert not receiver.stream.lacks
    assert receiver.seats == sender.seats


def test_the_loss_of_the_last_message_shows_with_the_second_heartbeat_that_names_it() -> None:
    stream = Incoming()
    assert stream.arrive(1)
    assert not stream.check(2)  # it may be on its way
    assert stream.check(2)


def test_a_message_on_its_way_is_not_lost() -> None:
    stream = Incoming()
    assert not stream.check(1)
    assert stream.arrive(1)
    assert not stream.check(1)
    assert not stream.lacks


def test_a_repetition_with_a_gap_completes_nothing() -> None:
    stream = Incoming()
    assert stream.arrive(3)
    assert stream.lacks
    assert stream.arrive(5)  # the repetition began with 4
    assert not stream.complete(4)
    assert stream.arrive(6)
    assert stream.arrive(7)
    assert stream.complete(6)


def test_messages_that_are_read_elsewhere_are_skipped() -> None:
    stream = Incoming(4)
    assert not stream.check(6)
    assert stream.check(7)
    stream.skip()  # 7 was sent before what is read now
    assert not stream.check(7)
    assert not stream.arrive(7)
