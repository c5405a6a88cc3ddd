"""Requests to the owner of a match: sent again until answered, to the owner of that moment.

A message may get lost, and so may its answer; the host may die with it or not be the owner any more. None
of that matters: a command has an id of its own, and is executed once however often it is sent.
"""

import asyncio
import logging
from collections.abc import Callable

from zaria.live.cluster import wire
from zaria.live.cluster.node import Node
from zaria.live.cluster.nodes import Change
from zaria.live.matches.live_match import Answer

log = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds after which an unanswered request is sent again."""
SOON = 0.1
"""Seconds after which it is sent again when its host was not the owner."""
PATIENCE = 10.0
"""Seconds after which a request fails; those in which play pauses do not count."""

Ask = Callable[[str, int], wire.NodeMessage]
"""Builds the message from the sender's id and the number of the request."""


class _Request:
    __slots__ = ("answer", "ask", "match_id", "n", "patience", "sent_to", "timer")

    def __init__(self, match_id: str, n: int, ask: Ask, answer: Answer) -> None:
        self.match_id = match_id
        self.n = n
        self.ask = ask
        self.answer = answer
        self.sent_to: str | None = None
        self.patience = PATIENCE
        self.timer: asyncio.TimerHandle | None = None


class Requests:
    """The unanswered requests of this process."""

    def __init__(self, node: Node) -> None:
        """Send through `node`."""
        self._node = node
        self._loop = asyncio.get_running_loop()
        self._open: dict[int, _Request] = {}
        self._n = 0
        node.on_hosts.append(self._hosts)
        node.on_up.append(self._up)

    def __len__(self) -> int:
        """The number of unanswered requests."""
        return len(self._open)

    def ask(self, match_id: str, ask: Ask, answer: Answer) -> None:
        """Ask the owner of a match; `answer` is called once, whatever happens."""
        self._n += 1
        request = self._open[self._n] = _Request(match_id, self._n, ask, answer)
        self._send(request)

    def on_result(self, result: wire.CommandResult) -> None:
        """Process a host's answer."""
        request = self._open.get(result.n)
        if request is None:
            return  # it was sent twice, and is answered twice
        if result.code == wire.WAIT:
            request.patience = PATIENCE
        elif result.code == wire.MOVED:
            self._node.look_again()
            self._arm(request, SOON)
        else:
            self._end(request, result.seq, result.code)

    def close(self) -> None:
        """Stop sending. The callers get no answer: their sockets close, and they ask again."""
        for request in self._open.values():
            if request.timer is not None:
                request.timer.cancel()
        self._open.clear()

    def _send(self, request: _Request) -> None:
        owner = self._node.members.owner(request.match_id) if self._node.up else None
        request.sent_to = owner
        self._arm(request, RETRY)
        if owner is not None:
            self._node.send(owner, request.ask(self._node.id, request.n))

    def _arm(self, request: _Request, seconds: float) -> None:
        if request.timer is not None:
            request.timer.cancel()
        request.timer = self._loop.call_later(seconds, self._late, request, seconds)

    def _late(self, request: _Request, seconds: float) -> None:
        if request.sent_to is not None:
            request.patience -= seconds
        if request.patience > 0:
            self._send(request)
        else:
            log.error("match %s: %s does not answer", request.match_id, request.sent_to)
            self._end(request, -1, "not_stored")

    def _end(self, request: _Request, seq: int, code: str | None) -> None:
        del self._open[request.n]
        if request.timer is not None:
            request.timer.cancel()
        request.answer(seq, code)

    def _hosts(self, change: Change) -> None:
        self._send_anew()

    def _up(self, up: bool) -> None:  # noqa: FBT001 - a listener
        if up:
            self._send_anew()

    def _send_anew(self) -> None:
        """Send again the requests to hosts that are not the owner any more."""
        for request in tuple(self._open.values()):
            if self._node.members.owner(request.match_id) != request.sent_to:
                self._send(request)
