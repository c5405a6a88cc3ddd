"""The games and matches of a file: many programs write several into one."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import mat, movetext

_OWN_RECORD = re.compile(r"^\{\"format\"", re.MULTILINE)
_TAG = re.compile(r'\[\s*(\w+)\s*"([^"\n]*)"', re.ASCII)
_VALUE = re.compile(r"((?:PW|PB|MI|DT))((?:\s*\[(?:[^\]\\]|\\.){0,200}\])+)", re.ASCII | re.DOTALL)
_NAME_IN_RECORD = re.compile(r'"name":"([^"]{0,80})"')
_LONGEST_TITLE = 100


class MatchPart(NamedTuple):
    """One match of a file: its text, the line where it begins (from 1), and a title."""

    text: str
    line: int
    title: str


class SeveralMatchesError(InvalidRecordError):
    """The file holds several matches, and none was chosen."""

    def __init__(self, parts: list[MatchPart]) -> None:
        super().__init__(f"{len(parts)} games: choose one")
        self.parts = parts


def parts_of(body: bytes, form: str, language: str = "") -> list[MatchPart]:
    """The matches of a file in format `form`; raises `InvalidRecordError` where it is not text.

    Nothing is checked beyond where each begins.
    """
    text = source_text.decoded_utf8(body) if form == "json" else source_text.decoded(body, language)
    starts = _STARTS[form](text)
    lines = _lines(text, starts)
    ends = [*starts[1:], len(text)]
    title = _TITLES[form]
    parts = []
    for start, end, line in zip(starts, ends, lines, strict=True):
        part = text[start:end]
        parts.append(MatchPart(part, line, title(part)[:_LONGEST_TITLE] if len(starts) > 1 else ""))
    return parts


def _lines(text: str, starts: list[int]) -> Iterator[int]:
    line, before = 1, 0
    for start in starts:
        line += text.count("\n", before, start)
        before = start
        yield line


def _record_starts(text: str) -> list[int]:
    starts = [match.start() for match in _OWN_RECORD.finditer(text)]
    return [0, *starts[1:]]


def _tree_starts(text: str) -> list[int]:
    """Return where each tree begins that is not the next game of the match before it."""
    starts: list[int] = []
    before: tuple[str, ...] | None = None
    last_number = -1
    for start, end in _trees(text):
        values = _properties(text[start:end])
        info = dict(value.partition(":")[::2] for value in values.get("MI", []))
        match = (*(_first(values, name) for name in ("PW", "PB")), info.get("length", ""))
        number = int(info["game"]) if info.get("game", "").isdecimal() else last_number + 1
        if match != before or number <= last_number:
            starts.append(start)
        before, last_number = match, number
    return [0, *starts[1:]]


def _trees(text: str) -> Iterator[tuple[int, int]]:
    """The beginning and the end of each tree; brackets in values do not count."""
    depth = start = 0
    for token in re.finditer(r"[()]|\[(?:[^\]\\]|\\.)*\]", text, re.DOTALL):
        if token[0] == "(":
            start = token.start() if depth == 0 else start
            depth += 1
        elif token[0] == ")":
            depth = max(0, depth - 1)
            if depth == 0:
                yield start, token.end()


def _properties(tree: str) -> dict[str, list[str]]:
    root = tree[:4_000]
    return {
        match[1]: re.findall(r"\[((?:[^\]\\]|\\.)*)\]", match[2])
        for match in reversed(list(_VALUE.finditer(root)))
    }


def _first(values: dict[str, list[str]], name: str) -> str:
    return (values.get(name) or [""])[0]


def _tree_title(text: str) -> str:
    values = _properties(text)
    return _joined(_first(values, "PW"), _first(values, "PB"), _first(values, "DT"))


def _match_title(text: str) -> str:
    names = mat.names(text[:8_000])
    return _joined(*names) if names else ""


def _tags_title(text: str) -> str:
    tags = dict(reversed(_TAG.findall(text[:8_000])))
    return _joined(*(tags.get(name, "") for name in ("White", "Black", "Event", "Date", "Result")))


def _record_title(text: str) -> str:
    names = _NAME_IN_RECORD.findall(text[:8_000])
    return _joined(names[0], names[1]) if len(names) > 1 else ""


def _joined(first: str, second: str, *more: str) -> str:
    """The players, then what else is known."""
    players = " – ".join(source_text.name(name) or "?" for name in (first, second))
    facts = [source_text.name(fact) for fact in more if fact.strip(" ?.-")]
    return " · ".join([players, *facts])


_STARTS: dict[str, Callable[[str], list[int]]] = {
    "json": _record_starts,
    "mat": mat.starts,
    "sgf": _tree_starts,
    "pdn": movetext.starts,
    "pgn": movetext.starts,
}
_TITLES: dict[str, Callable[[str], str]] = {
    "json": _record_title,
    "mat": _match_title,
    "sgf": _tree_title,
    "pdn": _tags_title,
    "pgn": _tags_title,
}
