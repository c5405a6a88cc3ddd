"""The bus: delivers committed events to the watchers.

A bus may lose messages (one between processes will): every message carries its number, and a reader that sees
a gap asks the host for what it missed. In one process nothing is lost.
"""

import logging
from collections.abc import Callable
from typing import Any, Protocol

log = logging.getLogger(__name__)

ALONE = "alone"
"""The name of a process without others."""

Listener = Callable[[Any], None]


class Bus(Protocol):
    """Delivers each message of a topic to its listeners, in order, on the event loop."""

    def publish(self, topic: str, message: Any) -> None:
        """Send `message` to all listeners of `topic`."""

    def subscribe(self, topic: str, listener: Listener) -> None:
        """Call `listener` with every message of `topic` from now on."""

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """Remove a listener; harmless if it was not subscribed."""

    def watched(self, topic: str) -> bool:
        """Return whether a message of `topic` could have a receiver."""

    def listeners(self, topic: str) -> int:
        """The number of listeners of `topic` in this process."""

    async def ready(self, topic: str) -> None:
        """Wait until messages of any process on `topic` reach its listeners here."""


class MemoryBus:
    """A bus within one process: publishing calls the listeners at once."""

    def __init__(self) -> None:
        """Start without listeners."""
        self._listeners: dict[str, dict[Listener, None]] = {}

    def publish(self, topic: str, message: Any) -> None:
        """Send `message` to all listeners of `topic`."""
        if listeners := self._listeners.get(topic):
            for listener in tuple(listeners):
                try:
                    listener(message)
                except Exception:  # the others receive it all the same
                    log.exception("%s: %r failed", topic, listener)

    def subscribe(self, topic: str, listener: Listener) -> None:
        """Call `listener` with every message of `topic` from now on."""
        self._listeners.setdefault(topic, {})[listener] = None

    def unsubscribe(self, topic: str, listener: Listener) -> None:
        """Remove a listener; harmless if it was not subscribed."""
        listeners = self._listeners.get(topic)
        if listeners is not None:
            listeners.pop(listener, None)
            if not listeners:
                del self._listeners[topic]

    def watched(self, topic: str) -> bool:
        """Return whether `topic` has listeners."""
        return topic in self._listeners

    def listeners(self, topic: str) -> int:
        """The number of listeners of `topic`."""
        return len(self._listeners.get(topic, ()))

    async def ready(self, topic: str) -> None:
        """Return at once."""
