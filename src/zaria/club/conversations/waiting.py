"""Lines that wait to be stored: until when, in which order, and which conversations wait by themselves."""

import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from zaria.live.conversations.store import Answer, NewLine

PAUSES_S = (0.05, 0.2, 0.5, 1.0)
"""Seconds before each further try while the database, or a row of one conversation, cannot be reached."""
Marks = Mapping[tuple[str, str], int]
"""Up to which line a player has read: by conversation and player."""


def pause(tries: int) -> float:
    """Seconds before the next try after so many."""
    return PAUSES_S[min(tries, len(PAUSES_S) - 1)]


class Waiting(NamedTuple):
    """A line, its answer, and the moment (of the loop's clock) at which it is refused."""

    line: NewLine
    answer: Answer
    until: float


class RefusedMeanwhileError(Exception):
    """A line of the batch was refused before the commit: nothing of it is stored."""


class Batch:
    """Lines and readers' marks on their way into one transaction: it is committed, or a line is refused."""

    def __init__(self, lines: Mapping[int, Waiting], marks: Marks) -> None:
        self.lines, self.marks = lines, marks
        self._lock = threading.Lock()
        self._committing = self._refused = False

    def begin_commit(self) -> None:
        """Called in the writer's thread just before the commit; raises `RefusedMeanwhileError`."""
        with self._lock:
            if self._refused:
                raise RefusedMeanwhileError
            self._committing = True

    def refuse(self) -> bool:
        """Return whether a line of it may be refused: the commit has not begun, and will not."""
        with self._lock:
            self._refused = self._refused or not self._committing
            return self._refused

    def new_lines(self) -> list[NewLine]:
        """The lines in order."""
        return [waiting.line for waiting in self.lines.values()]

    def conversations(self) -> list[str]:
        """The conversations concerned."""
        names = [waiting.line.conversation for waiting in self.lines.values()]
        return list(dict.fromkeys([*names, *(name for name, _ in self.marks)]))

    def part(self, conversation: str) -> "Batch":
        """The part of one conversation."""
        lines = {
            key: waiting for key, waiting in self.lines.items() if waiting.line.conversation == conversation
        }
        return Batch(lines, {key: n for key, n in self.marks.items() if key[0] == conversation})

    def singles(self) -> list["Batch"]:
        """Each of its lines by itself."""
        return [Batch({key: waiting}, {}) for key, waiting in self.lines.items()]


class SlowConversations:
    """Conversations whose rows are locked, and the moment of the next try for each."""

    def __init__(self) -> None:
        self._next: dict[str, tuple[int, float]] = {}

    def add(self, conversation: str, now: float) -> None:
        """Note a try in vain."""
        tries = self._next.get(conversation, (0, 0.0))[0]
        self._next[conversation] = tries + 1, now + pause(tries)

    def discard(self, conversations: Iterable[str]) -> None:
        """Note that these were stored."""
        for conversation in conversations:
            self._next.pop(conversation, None)

    def keep(self, conversations: Collection[str]) -> None:
        """Forget the others: nothing waits for them."""
        self._next = {name: moment for name, moment in self._next.items() if name in conversations}

    def rests(self, conversation: str, now: float) -> bool:
        """Return whether a conversation is not to be tried yet."""
        return self._next.get(conversation, (0, 0.0))[1] > now

    def next_try(self, conversations: Sequence[str]) -> float:
        """The moment at which the first of these is to be tried."""
        return min(self._next.get(name, (0, 0.0))[1] for name in conversations)
