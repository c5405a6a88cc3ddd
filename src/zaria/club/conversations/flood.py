"""Limits on how much one player writes, kept in memory by each process."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from zaria.live.conversations.store import NewLine

MINUTE_MS = 60_000
SHORT_MS = 10_000
"""The time in which a quarter of the lines of a minute may be written."""
MOST_AUTHORS = 10_000
"""Authors that are remembered; the least recent are forgotten."""


class _Written(NamedTuple):
    at: int
    conversation: str
    content: str


class FloodLimits:
    """The lines that each player has written within a minute."""

    def __init__(self, a_minute: int) -> None:
        """`a_minute`: lines of one player; 0: no limit, except that on repetition."""
        self._a_minute = a_minute
        self._authors: dict[str, deque[_Written]] = {}

    def objection(self, line: NewLine, content: str) -> str | None:
        """The code of the refusal of a line with this content; None: it may be written."""
        written = self._authors.get(line.author.id, ())
        own = [one for one in written if one.at > line.at - MINUTE_MS]
        in_conversation = [one for one in own if one.conversation == line.conversation]
        if in_conversation and in_conversation[-1].content == content:
            return "repeated"
        if not self._a_minute:
            return None
        recent = sum(one.at > line.at - SHORT_MS for one in own)
        return "too_fast" if len(own) >= self._a_minute or recent >= self.in_short_time else None

    @property
    def in_short_time(self) -> int:
        """The lines of one player in ten seconds."""
        return max(1, self._a_minute // 4)

    def add(self, line: NewLine, content: str) -> None:
        """Note a line that is being stored."""
        written = self._authors.pop(line.author.id, None)
        if written is None:
            written = deque(maxlen=self._a_minute or 8)
        self._authors[line.author.id] = written
        written.append(_Written(line.at, line.conversation, content))
        if len(self._authors) > MOST_AUTHORS:
            del self._authors[next(iter(self._authors))]

    def remove(self, lines: Sequence[NewLine]) -> None:
        """Forget lines noted last, in this order: they could not be stored."""
        for line in reversed(lines):
            if written := self._authors.get(line.author.id):
                written.pop()
