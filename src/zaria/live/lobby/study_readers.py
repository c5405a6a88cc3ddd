"""The sockets on pages of studies: each is sent a message when its study changes.

A page fetches what is new itself, and asks by itself from time to time: the bus may lose messages.
"""

from functools import partial

from zaria.live.bus import Bus
from zaria.live.fanout import Fanout
from zaria.live.sockets.connection import Connection
from zaria.live.sockets.protocol.client import WatchStudy
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import StudyChanged


def study_topic(study_id: str) -> str:
    """Return the topic of the bus about one study."""
    return f"study:{study_id}"


class StudyReaders:
    """See the module. A socket reads one study at a time."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._readers: dict[str, dict[Connection, None]] = {}
        self._reads: dict[Connection, str] = {}
        self._fanout = Fanout()

    def __len__(self) -> int:
        """The number of studies with a reader."""
        return len(self._readers)

    def close(self) -> None:
        """Send nothing more."""
        for socket in tuple(self._reads):
            self.leave(socket)

    def changed(self, message: StudyChanged) -> None:
        """Announce a change to the readers of a study at all processes."""
        self._bus.publish(study_topic(message.id), message)

    def watch(self, socket: Connection, message: WatchStudy) -> None:
        """Send the changes of a study from now on; it replaces what the socket read."""
        self.leave(socket)
        if not message.id:
            return
        if message.id not in self._readers:
            self._readers[message.id] = {}
            self._bus.subscribe(study_topic(message.id), self._receive)
        self._readers[message.id][socket] = None
        self._reads[socket] = message.id

    def leave(self, socket: Connection) -> None:
        """Stop sending to a socket."""
        study_id = self._reads.pop(socket, None)
        if study_id is None:
            return
        readers = self._readers[study_id]
        del readers[socket]
        if not readers:
            del self._readers[study_id]
            self._bus.unsubscribe(study_topic(study_id), self._receive)

    def _receive(self, message: StudyChanged) -> None:
        readers = tuple(self._readers.get(message.id, ()))
        self._fanout.send(readers, partial(self._give, message.id, encode(message)))

    def _give(self, study_id: str, frame: bytes, socket: Connection) -> None:
        if self._reads.get(socket) == study_id:
            socket.send(frame)
