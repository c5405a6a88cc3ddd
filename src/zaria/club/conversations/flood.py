"""Limits on how much one player writes, in all processes together: the stored lines are counted."""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from zaria.club.conversations.models import Line
from zaria.club.site.clock import MINUTE_MS
from zaria.live.conversations.store import NewLine

SHORT_MS = 10_000
"""The time in which a quarter of the lines of a minute may be written."""
MOST_READ = 60
"""Lines of each author that are read where their number has no limit, to see repetitions."""


class _Written(NamedTuple):
    at: int
    conversation: str
    content: str


class FloodLimits:
    """The lines that the authors of a batch have written within a minute. Belongs to its transaction.

    Of two lines that one player sends to two conversations through two processes in the same moment neither
    process sees the other's.
    """

    def __init__(self, a_minute: int, batch: Sequence[NewLine]) -> None:
        """`a_minute`: lines of one player; 0: no limit, except that on repetition."""
        self._a_minute = a_minute
        self._authors: defaultdict[str, list[_Written]] = defaultdict(list)
        authors = {line.author.id for line in batch}
        since = min((line.at for line in batch), default=0) - MINUTE_MS
        latest = Line.objects.filter(author__in=authors, at__gt=since).order_by("-at", "-pk")
        rows = latest.values_list("author", "at", "conversation", "text", "phrase")
        for author, at, conversation, text, phrase in rows[: len(authors) * (a_minute or MOST_READ)]:
            self._authors[author].insert(0, _Written(at, conversation, text or phrase))

    def objection(self, line: NewLine, content: str) -> str | None:
        """The code of the refusal of a line with this content; None: it may be written."""
        recent = [written for written in self._authors[line.author.id] if written.at > line.at - MINUTE_MS]
        if any((written.conversation, written.content) == (line.conversation, content) for written in recent):
            return "repeated"
        if not self._a_minute:
            return None
        in_short_time = sum(written.at > line.at - SHORT_MS for written in recent)
        is_too_much = len(recent) >= self._a_minute or in_short_time >= max(1, self._a_minute // 4)
        return "too_fast" if is_too_much else None

    def add(self, line: NewLine, content: str) -> None:
        """Note a line that is being stored."""
        self._authors[line.author.id].append(_Written(line.at, line.conversation, content))
