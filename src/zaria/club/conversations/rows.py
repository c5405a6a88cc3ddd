"""Rows of lines, and lines as live play knows them."""

from typing import Any

from zaria.live.conversations.messages import StoredLine
from zaria.live.conversations.store import NewLine
from zaria.match.player_info import PlayerInfo

LONGEST_NAME = 40
FIELDS = (
    "conversation_id",
    "number",
    "at",
    "author",
    "name",
    "colour",
    "member",
    "robot",
    "side",
    "text",
    "phrase",
    "removed_at",
)
"""The columns that `of_row` needs, in this order."""


def of_row(row: tuple[Any, ...]) -> StoredLine:
    """The line of a row with the columns `FIELDS`, as readers may see it: a removed one without its text."""
    conversation, number, at, author, name, colour, member, robot, side, text, phrase, removed_at = row
    by = PlayerInfo(name, colour, member=bool(member), robot=bool(robot))
    if removed_at is not None:
        return StoredLine(conversation, number, at, author, by, side, removed=True)
    return StoredLine(conversation, number, at, author, by, side, text, phrase or None)


INSERTED = (*FIELDS[:-1], "command", "removed_by")
"""The columns of a new line, in this order."""


def new_row(line: NewLine, number: int, text: str) -> tuple[Any, ...]:
    """The values of `INSERTED` of a new line."""
    author = line.author
    return (
        line.conversation,
        number,
        line.at,
        author.id,
        author.name[:LONGEST_NAME],
        author.colour,
        author.member,
        author.robot,
        line.side,
        text,
        line.phrase or "",
        line.command,
        "",
    )


def stored(line: NewLine, number: int, text: str) -> StoredLine:
    """A new line, as stored."""
    author = line.author
    by = PlayerInfo(author.name[:LONGEST_NAME], author.colour, member=author.member, robot=author.robot)
    return StoredLine(line.conversation, number, line.at, author.id, by, line.side, text, line.phrase)
