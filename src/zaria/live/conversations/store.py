"""The store of conversations as live play knows it: the site implements it.

All of it is called on the event loop.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from zaria.live.conversations.messages import StoredLine
from zaria.live.sockets.protocol.conversation_lines import Phrase
from zaria.match.events import Player


class Refused(NamedTuple):
    """The code of a refusal (`refusals.SENTENCES`); `until` (ms) is the end of a mute that ends."""

    code: str
    until: int | None = None


class NewLine(NamedTuple):
    """A line to store. `command` is its author's own id of it; `peer` the other player at the table."""

    conversation: str
    command: str
    author: Player
    at: int
    text: str
    phrase: Phrase | None
    side: int | None = None
    peer: str | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the line: stored again under the same key, it stays one line."""
        return self.conversation, self.author.id, self.command


class Lines(NamedTuple):
    """The newest lines after a number, 50 at most; `more`: there are others between. `last` is the last one.

    `ignored` are authors whom the reader has blocked in a room of many. `muted`: the reader has muted the
    conversation; `blocked`: they block the other player; `objection`: the refusal of any line of theirs.
    """

    lines: Sequence[StoredLine]
    last: int
    more: bool
    ignored: frozenset[str] = frozenset()
    muted: bool = False
    blocked: bool = False
    objection: Refused | None = None


class Compared(NamedTuple):
    """A conversation in the store: its last number, and the lines that were removed within a minute.

    `refused` are those of its readers who may not read it any more.
    """

    last: int
    refused: Collection[str] = ()
    removed: Sequence[int] = ()


Answer = Callable[[StoredLine | Refused], None]


class ConversationStore(Protocol):
    """See the module. Lines of a conversation are numbered from 1, without gaps."""

    def say(self, line: NewLine, answer: Answer) -> None:
        """Store a line; `answer` is called once, after the commit or the refusal."""

    def mark_read(self, conversation: str, player: str, n: int) -> None:
        """Note that a player has read up to line `n`."""

    async def read(
        self, conversation: str, player: str | None, n: int, peer: str | None = None
    ) -> Lines | Refused:
        """The lines after number `n` (-1: the last ones), if this player may read them.

        The conversations of a match are open to every player here: live play knows who sits where, and at a
        table who is the `peer`, the other player.
        """

    async def lines_after(self, conversation: str, n: int) -> Sequence[StoredLine]:
        """Every line after number `n`, up to some hundreds."""

    async def check(self, readers: Mapping[str, Collection[str]]) -> Mapping[str, Compared]:
        """The present state of each of these conversations, which have these readers."""

    def sentence(self, refused: Refused, lang: str) -> str:
        """The sentence for a refusal."""
