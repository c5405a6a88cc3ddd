"""The messages of conversations between processes: topic "conversation:<id>" of the bus."""

import msgspec

from zaria.live.sockets.protocol.conversation_lines import Line, Phrase
from zaria.live.sockets.protocol.server import LineAdded, LineRemoved
from zaria.match.player_info import PlayerInfo


def conversation_topic(conversation_id: str) -> str:
    """The topic of the bus about one conversation."""
    return f"conversation:{conversation_id}"


class StoredLine(msgspec.Struct, frozen=True, tag_field="t", tag="stored_line", omit_defaults=True):
    """Line `n` of conversation `id` as stored, with the id of its author, which no client is sent.

    `removed`: the staff has removed it, or its author's account is deleted; the text is gone.
    """

    id: str
    n: int
    at: int
    author: str
    by: PlayerInfo
    side: int | None = None
    text: str = ""
    phrase: Phrase | None = None
    removed: bool = False

    def added(self, *, is_own: bool) -> LineAdded:
        """The message to readers; `is_own`: to the author's."""
        return LineAdded(self.id, self.n, self.at, self.by, self.side, self.text, self.phrase, is_own)

    def line(self, reader: str | None) -> Line:
        """The line in a list for the reader with this id."""
        is_own = reader == self.author
        return Line(self.n, self.at, self.by, self.side, self.text, self.phrase, self.removed, is_own)


class AuthorTypes(msgspec.Struct, frozen=True, tag_field="t", tag="author_types"):
    """A player writes in conversation `id` at the moment."""

    id: str
    author: str
    by: PlayerInfo


ConversationMessage = StoredLine | AuthorTypes | LineRemoved
"""All messages of these topics."""
