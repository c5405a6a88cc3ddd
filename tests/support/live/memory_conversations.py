"""A store of conversations in memory, as the site's behaves: for tests of live play alone."""

import asyncio
from collections.abc import Collection, Mapping, Sequence

from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import Answer, Compared, Lines, NewLine, Refused

PAGE = 50


class MemoryConversations:
    """Rooms "federation:…" are for `members`. Answers come in a later turn of the loop, as a thread's do."""

    def __init__(self) -> None:
        self.lines: dict[str, list[StoredLine]] = {}
        self.members: set[str] = set()
        self.blocks: set[tuple[str, str]] = set()
        self._commands: dict[tuple[str, str, str], StoredLine] = {}

    def add(self, line: NewLine) -> StoredLine:
        """Store a line, or find it."""
        stored_line = self._commands.get(line.key)
        if stored_line is None:
            lines = self.lines.setdefault(line.conversation, [])
            author = line.author
            stored_line = self._commands[line.key] = StoredLine(
                line.conversation, len(lines) + 1, line.at, author.id, author.info, line.side, line.text
            )
            lines.append(stored_line)
        return stored_line

    def say(self, line: NewLine, answer: Answer) -> None:
        def store() -> None:
            answer(
                self.add(line) if self._allows(line.conversation, line.author.id) else Refused("not_allowed")
            )

        asyncio.get_running_loop().call_soon(store)

    def mark_read(self, conversation: str, player: str, n: int) -> None:
        """Nothing is counted here."""

    async def read(
        self, conversation: str, player: str | None, n: int, peer: str | None = None
    ) -> Lines | Refused:
        if not self._allows(conversation, player):
            return Refused("not_allowed")
        lines = list(self.lines.get(conversation, ()))
        after = max(n, len(lines) - PAGE, 0)
        ignored = frozenset(author for reader, author in self.blocks if reader == player)
        await asyncio.sleep(0)  # lines may come between the answer and its arrival
        return Lines(lines[after:], len(lines), after > max(n, 0), ignored)

    async def lines_after(self, conversation: str, n: int) -> Sequence[StoredLine]:
        await asyncio.sleep(0)
        return self.lines.get(conversation, [])[n:]

    async def check(self, readers: Mapping[str, Collection[str]]) -> Mapping[str, Compared]:
        return {
            name: Compared(
                len(self.lines.get(name, ())),
                [player for player in players if not self._allows(name, player)],
            )
            for name, players in readers.items()
        }

    def sentence(self, refused: Refused, lang: str) -> str:
        return refused.code

    def _allows(self, conversation: str, player: str | None) -> bool:
        return not conversation.startswith("federation:") or player in self.members
