"""Conversations as all sockets of this process read and write them.

A line goes to the store, and once it is stored over the bus to the readers at all processes. What the
conversations of a match allow follows from its seats; of the others the site decides.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from zaria.live.bus import Bus
from zaria.live.clock import Now
from zaria.live.conversations.match_seats import ONLOOKERS, TABLE, MatchSeats
from zaria.live.conversations.messages import AuthorTypes, StoredLine, conversation_topic
from zaria.live.conversations.readers import ConversationReaders
from zaria.live.conversations.store import ConversationStore, NewLine, Refused
from zaria.live.fanout import Fanout
from zaria.live.matches.match_service import MatchService
from zaria.live.matches.messages import person_topic
from zaria.live.sockets.connection import Connection, Identity
from zaria.live.sockets.protocol.client import MarkRead, Say, Typing, WatchConversation
from zaria.live.sockets.protocol.codec import encode
from zaria.live.sockets.protocol.server import LineRemoved, LineStored, Rejected, UnreadChanged

log = logging.getLogger(__name__)

MOST = 8
"""Conversations that a socket reads at once."""
MOST_PENDING = 20
"""Lines of a socket that wait for the store."""
TYPING_S = 3.0
"""Least seconds between two messages that somebody writes."""
_PRIVATE = ("direct", TABLE)


class ConversationTimeouts(NamedTuple):
    """The defaults, in milliseconds; tests use shorter ones.

    * check: between two comparisons of all read conversations with the store.
    """

    check: int = 5_000


class _OpenConversation:
    """A conversation with readers here; `seats` are those of its match."""

    __slots__ = ("kind", "readers", "seats", "sockets")

    def __init__(self, kind: str, readers: ConversationReaders) -> None:
        self.kind = kind
        self.readers = readers
        self.sockets: set[Connection] = set()
        self.seats: MatchSeats | None = None


class ConversationSessions:
    """See the module. Follows the sockets (`SessionListener`)."""

    def __init__(
        self,
        store: ConversationStore,
        bus: Bus,
        match_service: MatchService,
        now: Now,
        times: ConversationTimeouts,
    ) -> None:
        self._store = store
        self._bus = bus
        self._match_service = match_service
        self._now = now
        self._check_s = times.check / 1000
        self._conversations: dict[str, _OpenConversation] = {}
        self._reads: dict[Connection, dict[str, None]] = {}
        self._pending: dict[Connection, int] = {}
        self._fanout = Fanout()
        self._checking: asyncio.Task[None] | None = None
        self.handlers: Mapping[type, Callable[[Connection, Any], None]] = {
            WatchConversation: self._watch,
            Say: self._say,
            Typing: self._type,
            MarkRead: self._mark_read,
        }
        """Handlers by kind of message, called by the endpoint."""

    def __len__(self) -> int:
        """The number of conversations with a reader."""
        return len(self._conversations)

    def close(self) -> None:
        """Send nothing more."""
        for conversation_id in tuple(self._conversations):
            self._drop(conversation_id)
        self._reads.clear()
        if self._checking is not None:
            self._checking.cancel()

    def connected(self, socket: Connection) -> None:
        """Nothing is read yet."""

    def disconnected(self, socket: Connection) -> None:
        """Remove a socket that is gone."""
        for conversation_id in tuple(self._reads.get(socket, ())):
            self._leave(socket, conversation_id)
        self._pending.pop(socket, None)

    def removed(self, message: LineRemoved) -> None:
        """Announce to the readers at all processes that a line is removed."""
        self._bus.publish(conversation_topic(message.id), message)

    def unread(self, player: str, message: UnreadChanged) -> None:
        """Send a player's new unread counts to all their pages."""
        self._bus.publish(person_topic(player), message)

    # over HTTP

    async def write(self, line: NewLine) -> StoredLine | Refused:
        """Store a line that a form has sent, and send it to the readers."""
        answer: asyncio.Future[StoredLine | Refused] = asyncio.get_running_loop().create_future()
        self._store.say(line, answer.set_result)
        result = await answer
        if isinstance(result, StoredLine):
            self._bus.publish(conversation_topic(line.conversation), result)
        return result

    # reading

    def _watch(self, socket: Connection, message: WatchConversation) -> None:
        kind, user = message.id.partition(":")[0], socket.user
        self._leave(socket, message.id)
        if message.stop:
            return
        if len(self._reads.get(socket, ())) >= MOST:
            self._no(socket, None, message.id, Refused("too_many"))
            return
        if kind in _PRIVATE and (user is None or user.objection):
            self._no(socket, None, message.id, Refused(_objection(user)))
            return
        conversation = self._conversations.get(message.id) or self._begin(message.id, kind)
        conversation.sockets.add(socket)
        self._reads.setdefault(socket, {})[message.id] = None
        if conversation.seats is None:
            conversation.readers.open(socket, message.n, self._leaver(message.id))
            return

        def known(exists: bool) -> None:  # noqa: FBT001 - a callback
            if (
                message.id in self._reads.get(socket, ())
                and self._conversations.get(message.id) is conversation
            ):
                self._open_match(socket, message, conversation, exists=exists)

        conversation.seats.load(known)

    def _open_match(
        self, socket: Connection, message: WatchConversation, conversation: _OpenConversation, *, exists: bool
    ) -> None:
        user, seats = socket.user, conversation.seats
        code = "unknown_conversation"
        if seats is not None and exists:
            code = seats.refusal(conversation.kind, user.player if user else None)
            if not code:
                peer = seats.peer(user.id) if user is not None and conversation.kind == TABLE else None
                conversation.readers.open(socket, message.n, self._leaver(message.id), peer)
                return
        self._leave(socket, message.id)
        self._no(socket, None, message.id, Refused(code))

    def _begin(self, conversation_id: str, kind: str) -> _OpenConversation:
        readers = ConversationReaders(conversation_id, self._bus, self._store, self._fanout, self._refuse)
        conversation = self._conversations[conversation_id] = _OpenConversation(kind, readers)
        if kind in (TABLE, ONLOOKERS):

            def changed() -> None:
                self._seats_changed(conversation_id, conversation)

            match_id = conversation_id.partition(":")[2]
            conversation.seats = MatchSeats(match_id, self._bus, self._match_service, changed)
        if self._checking is None:
            self._checking = asyncio.create_task(self._check())
        return conversation

    def _seats_changed(self, conversation_id: str, conversation: _OpenConversation) -> None:
        """End the subscriptions of those who may not read any more: they have sat down, for instance."""
        for socket in tuple(conversation.readers.readers):
            user = socket.user.player if socket.user else None
            code = conversation.seats.refusal(conversation.kind, user) if conversation.seats else ""
            if code:
                self._leave(socket, conversation_id)
                self._no(socket, None, conversation_id, Refused(code))

    def _leaver(self, conversation_id: str) -> Callable[[Connection], None]:
        return lambda socket: self._leave(socket, conversation_id)

    def _leave(self, socket: Connection, conversation_id: str) -> None:
        reads = self._reads.get(socket, {})
        if conversation_id not in reads:
            return
        del reads[conversation_id]
        if not reads:
            del self._reads[socket]
        conversation = self._conversations[conversation_id]
        conversation.sockets.discard(socket)
        conversation.readers.readers.pop(socket, None)
        if not conversation.sockets:
            self._drop(conversation_id)

    def _drop(self, conversation_id: str) -> None:
        conversation = self._conversations.pop(conversation_id)
        conversation.readers.close()
        if conversation.seats is not None:
            conversation.seats.close()

    def _mark_read(self, socket: Connection, message: MarkRead) -> None:
        user = socket.user
        if user is not None and not user.objection:
            self._store.mark_read(message.id, user.id, message.n)

    def _type(self, socket: Connection, message: Typing) -> None:
        conversation, user, now = (
            self._conversations.get(message.id),
            socket.user,
            asyncio.get_running_loop().time(),
        )
        reader = conversation.readers.readers.get(socket) if conversation is not None else None
        if conversation is None or reader is None or user is None or not user.player.member:
            return
        if conversation.kind in _PRIVATE and reader.objection is None and now >= reader.typed_at + TYPING_S:
            reader.typed_at = now
            message_to_all = AuthorTypes(message.id, user.id, user.player.info)
            self._bus.publish(conversation_topic(message.id), message_to_all)

    # writing

    def _say(self, socket: Connection, message: Say) -> None:
        user = socket.user
        if user is None or user.objection:
            self._no(socket, message.c, message.id, Refused(_objection(user)))
        elif bool(message.text) == (message.phrase is not None):
            self._no(
                socket,
                message.c,
                message.id,
                Refused("too_short" if message.phrase is None else "bad_message"),
            )
        elif self._pending.get(socket, 0) >= MOST_PENDING:
            self._no(socket, message.c, message.id, Refused("too_many"))
        else:
            self._pending[socket] = self._pending.get(socket, 0) + 1
            self._place(socket, user, message, self._now())

    def _place(self, socket: Connection, user: Identity, message: Say, at: int) -> None:
        """Store a line, with the side of its author at the table."""
        kind, _, match_id = message.id.partition(":")
        line = NewLine(message.id, message.c, user.player, at, message.text, message.phrase)
        if kind not in (TABLE, ONLOOKERS):
            self._store_line(socket, line)
            return
        conversation = self._conversations.get(message.id)
        watched = conversation.seats if conversation is not None else None
        seats = watched or MatchSeats(match_id, self._bus, self._match_service, _nothing)

        def known(exists: bool) -> None:  # noqa: FBT001 - a callback
            side, peer = seats.side(user.id), seats.peer(user.id)
            code = seats.refusal(kind, user.player) if exists else "unknown_conversation"
            if not code and kind == TABLE and peer is None:
                code = "not_allowed"
            if watched is None:
                seats.close()
            if code:
                self._answer(socket, line, Refused(code))
            else:
                peer = peer if kind == TABLE else None
                self._store_line(socket, line._replace(side=side, peer=peer))

        seats.load(known)

    def _store_line(self, socket: Connection, line: NewLine) -> None:
        def answer(result: StoredLine | Refused) -> None:
            self._answer(socket, line, result)

        self._store.say(line, answer)

    def _answer(self, socket: Connection, line: NewLine, result: StoredLine | Refused) -> None:
        if socket in self._pending:
            self._pending[socket] -= 1
            if not self._pending[socket]:
                del self._pending[socket]
        if isinstance(result, Refused):
            self._no(socket, line.command, line.conversation, result)
            return
        socket.send(encode(LineStored(line.conversation, line.command, result.n)))
        self._bus.publish(conversation_topic(line.conversation), result)

    def _refuse(self, socket: Connection, conversation_id: str, refused: Refused) -> None:
        self._no(socket, None, conversation_id, refused)

    def _no(self, socket: Connection, command: str | None, conversation_id: str, refused: Refused) -> None:
        text = self._store.sentence(refused, socket.user.lang if socket.user else "en")
        socket.send(encode(Rejected(command, refused.code, text, refused.until, conversation_id)))

    # the bus may lose messages, and a reader's rights may end

    async def compare(self) -> None:
        """Compare all read conversations with the store."""
        readers = {
            name: {reader.player or "" for reader in conversation.readers.readers.values()}
            for name, conversation in self._conversations.items()
        }
        try:
            comparisons = await self._store.check(readers)
        except Exception as error:  # the next comparison may succeed
            log.warning("conversations: cannot be compared with the store: %s", error)
            return
        for name, compared in comparisons.items():
            if conversation := self._conversations.get(name):
                self._exclude(name, conversation, compared.refused)
                conversation.readers.compare(compared.last, compared.removed)

    async def _check(self) -> None:
        while self._conversations:
            await asyncio.sleep(self._check_s)
            await self.compare()
        self._checking = None

    def _exclude(self, name: str, conversation: _OpenConversation, players: Any) -> None:
        for socket, reader in tuple(conversation.readers.readers.items()):
            if (reader.player or "") in players:
                self._leave(socket, name)
                self._no(socket, None, name, Refused("not_allowed"))


def _objection(user: Identity | None) -> str:
    return "no_identity" if user is None else user.objection


def _nothing() -> None:
    """Nobody waits for the seats to change."""
