"""Finds short messages without a context that rooms of different kinds share.

Usage: python -m tools.checks.shared_messages

A short message, such as "Draw", may need another word in each room. It has a context in each of them, or
stands in shared_messages.toml, in a group of messages that mean the same everywhere, with the reason.
Messages of more than `SHORT` words say enough themselves.
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from babel.messages.catalog import Message
from tools.generate import messages

DATA = Path(__file__).with_suffix(".toml")
SHORT = 3
"""Messages of so many words, placeholders not counted, can mean several things."""
WORD = re.compile(r"[^\W\d_]+")
FILLED = re.compile(r"%\(\w+\)[a-z]|\{\w*\}|<[^>]*>")
FRAME = "frame"
"""The frame around all pages: its links have the titles of pages as labels, so it does not count."""
FILES = {"src/zaria/web/templates/zaria/_me.html": FRAME}
"""Files whose name is that of another room."""


@cache
def kinds_of_rooms() -> dict[str, str]:
    """The kind of each room, as folders and files name it. Within a kind a word means one thing."""
    table = tomllib.loads(DATA.read_text(encoding="utf-8"))["rooms"]
    return {room: kind for kind, rooms in table.items() for room in rooms.split()}


def kind_of(file: str) -> str:
    """The kind of room in which a file of the sources stands; a room that is not listed is its own kind."""
    if file in FILES:
        return FILES[file]
    parts = PurePosixPath(file.removeprefix("src/zaria/")).parts
    if parts[:2] == ("web", "templates"):
        parts = parts[2:] if parts[2] != "zaria" else parts[3:]
    elif parts[0] == "club" or parts[:2] == ("web", "messages"):
        parts = parts[1 + (parts[0] == "web") :]
    room = parts[0].partition(".")[0].lstrip("_")
    return kinds_of_rooms().get(room, room)


def is_short(text: str) -> bool:
    """Return whether a message has so few words that it can mean several things."""
    return 0 < len(WORD.findall(FILLED.sub(" ", text))) <= SHORT


def shared(catalogue: Iterable[Message]) -> Iterator[tuple[str, list[str]]]:
    """Each short message without a context in rooms of several kinds, with these kinds."""
    for message in catalogue:
        if message.id and message.context is None:
            text = message.id if isinstance(message.id, str) else message.id[0]
            kinds = {kind_of(name) for name, _line in message.locations} - {FRAME}
            if len(kinds) > 1 and is_short(text):
                yield text, sorted(kinds)


def allowed(path: Path = DATA) -> dict[str, str]:
    """The messages that mean the same everywhere, each with the reason of its group."""
    groups = tomllib.loads(path.read_text(encoding="utf-8"))["group"]
    return {text: group["reason"] for group in groups for text in group["messages"]}


def problems(catalogue: Iterable[Message], allowed_texts: Iterable[str]) -> Iterator[str]:
    """One line for each shared message that is not known."""
    allowed_texts = {*allowed_texts}
    for text, kinds in shared(catalogue):
        if text not in allowed_texts:
            yield f"{text!r} without a context: {', '.join(kinds)}"


def main() -> int:
    """Print the shared messages that are not allowed; 1 if there are any."""
    allowed_texts = allowed()
    catalogue = [*messages.messages()]
    faults = [*problems(catalogue, allowed_texts)]
    for line in faults:
        print(line, file=sys.stderr)
    if faults:
        print(f"Give each a context, or add it to {DATA.relative_to(messages.ROOT)}.", file=sys.stderr)
    for text in sorted(allowed_texts.keys() - {text for text, _kinds in shared(catalogue)}):
        print(f"no longer shared: {text!r} in {DATA.relative_to(messages.ROOT)}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
