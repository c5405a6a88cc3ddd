"""The common syntax of PDN and PGN: tags, then moves; comments and variations are skipped.

    [White "Anna"]
    [Result "1-0"]

    1. c3-d4 {a comment} d6-c5 $1 (1... f6-g5 2. b2-c3) 2. b2-c3! 1-0

The two formats write moves differently; here a move is a word. `read` parses one game; `starts` finds where
the games of a file begin.
"""

import re
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from zaria.records import source_text
from zaria.records.errors import InvalidRecordError

MOST_LETTERS = 1_000_000
"""The longest text that is read; a long game with a comment at every move takes a tenth of it."""
MOST_MOVES = 4_000
"""Moves of both sides, far more than any tournament game has had."""
MOST_TAGS = 200
_LONGEST_TAG = 1_000

TOKEN = re.compile(
    r"(?P<blank>\s+)"
    r"|(?P<comment>\{[^}]*\})"
    r"|(?P<rest>;[^\n]*|(?:^|(?<=\n))%[^\n]*)"
    r'|(?P<tag>\[[ \t]*(?P<name>\w{1,64})[ \t]*"(?P<value>[^\n]*?)"[ \t]*\]'
    r"(?=\s*(?:[\[\n{(*]|\d|[KQRBNOa-h]|\Z)))"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<nag>\$\d{1,4}(?!\d)|[!?]+)"
    r"|(?P<word>[^\s{}()\[\];$!?]+)",
    re.ASCII,
)
"""The next token of a file; its last group names its kind."""
NUMBER = re.compile(r"\d{0,6}\.+", re.ASCII)
"""The number before a move."""
SCORES = {
    "1-0": 0,
    "2-0": 0,
    "0-1": 1,
    "0-2": 1,
    "1/2-1/2": None,
    "1-1": None,
    "1/2": None,
    "½-½": None,
    "½": None,
}
"""Words that end a game, each with the winner."""
LINKS = "-x:"
"""Signs between the squares of a move."""
LOST_BY_BOTH = "0-0"
NO_MOVES = frozenset(
    ("e.p.", "ep", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "+=", "=+", "=", "±", "∓", "⩲", "⩱", "∞", "□", "N")
)
"""Words behind a move that are no moves: en passant, and verdicts about the position."""


class Word(NamedTuple):
    """A piece of text and the line it stands in."""

    text: str
    line: int


class Claim(NamedTuple):
    """The result as the file states it; `winner` None is a draw.

    Where it is not `certain`, a game that ended on the board overrules it.
    """

    winner: int | None
    line: int
    certain: bool = True


@dataclass
class Movetext:
    """A game as text: its tags, its moves, and its result if the file states one."""

    tags: dict[str, Word] = field(default_factory=dict)
    moves: list[Word] = field(default_factory=list)
    claim: Claim | None = None
    line: int = 1

    def tag(self, name: str) -> str:
        """The value of a tag, "" where it is missing or unknown."""
        value = self.tags[name].text.strip() if name in self.tags else ""
        return "" if value in ("?", "-", "*") else value

    def line_of(self, name: str) -> int:
        """The line of a tag, or of the first tag if it is missing."""
        return self.tags[name].line if name in self.tags else self.line


def read(body: bytes, *, of_draughts: bool = False) -> Movetext:
    """Parse the game in a file; raises `InvalidRecordError`.

    A game `of_draughts` may have blanks inside its moves (`1- 7`), and be lost by both (`0-0`).
    """
    text = source_text.decoded(body)
    if len(text) > MOST_LETTERS:
        raise InvalidRecordError(f"longer than {MOST_LETTERS} characters")
    reader = _Reader(text, of_draughts=of_draughts)
    reader.run()
    return reader.found


def starts(text: str) -> list[int]:
    """Return where the games of a text begin; damaged games are passed over, not refused."""
    places, at, depth = [0], 0, 0
    is_over = has_moves = False
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            at += 1
            continue
        kind = token.lastgroup
        if kind == "tag" and text.endswith("\n\n", 0, at):
            depth = 0  # a bracket that is never closed ends with its game
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif not depth and (kind == "tag" or (kind == "word" and is_over and token["word"].startswith("1."))):
            if is_over or has_moves:
                places.append(at)
                is_over = has_moves = False
        elif not depth and kind == "word":
            word = token["word"]
            has_moves = True
            is_over = is_over or word == "*" or word in SCORES
        at = token.end()
    return places


def cleaned(word: str) -> str:
    """A move without the signs that some programs attach to it: the only move `*`, `e.p.`, a double check."""
    word = word.rstrip("*").removesuffix("e.p.")
    return re.sub(r"(?:\+\+|\+#|##)$", "+", word)


def escaped(value: str) -> str:
    """A tag value that every program reads back: some do not unescape quotation marks."""
    return " ".join(value.replace('"', "'").replace("\\", "/").split()) or "?"


class _Reader:
    """Goes through the text once, token by token."""

    def __init__(self, text: str, *, of_draughts: bool) -> None:
        self.text = text
        self.of_draughts = of_draughts
        self.found = Movetext()
        self.line = 1
        self.depth = 0
        self.opened = 0
        self.over = False

    def run(self) -> None:
        """Parse the whole text."""
        at = 0
        while at < len(self.text):
            token = TOKEN.match(self.text, at)
            if token is None:
                self._stray(at)
            self._token(token)
            self.line += self.text.count("\n", at, token.end())
            at = token.end()
        if self.depth:
            self._bad("the file is cut off: “)” is missing", self.opened)
        self._agree()

    def _token(self, token: re.Match[str]) -> None:
        kind = token.lastgroup
        if kind == "open":
            self.opened = self.opened if self.depth else self.line
            self.depth += 1
        elif kind == "close":
            if not self.depth:
                self._bad("unexpected: ')'")
            self.depth -= 1
        elif self.depth:
            return
        elif kind == "tag":
            self._tag(token["name"], token["value"])
        elif kind == "word":
            self._word(token["word"])

    def _tag(self, name: str, value: str) -> None:
        if self.over or self.found.moves:
            self._bad("a second game: a record holds one")
        tags = self.found.tags
        if len(tags) >= MOST_TAGS or len(value) > _LONGEST_TAG:
            self._bad("more or longer tags than any game has")
        if not tags:
            self.found.line = self.line
        value = re.sub(r"\\(.)", r"\1", value)
        tags.setdefault(name, Word(value, self.line))

    def _word(self, word: str) -> None:
        if self.over:
            self._bad("a second game: a record holds one")
        number = NUMBER.match(word)
        if number is not None:
            word = word[number.end() :]
        if word == "*" or word in SCORES:
            self.over = True
            if word != "*":
                self.found.claim = Claim(SCORES[word], self.line)
        elif self.of_draughts and word == LOST_BY_BOTH:
            self.over = True
        elif word in NO_MOVES:
            return
        elif word:
            self._move(cleaned(word))

    def _move(self, word: str) -> None:
        if not word:
            return
        if self._is_rest(word):
            last = self.found.moves.pop()
            word = last.text + word
            if word in SCORES:
                self.over = True
                self.found.claim = Claim(SCORES[word], self.line)
            else:
                self.found.moves.append(Word(word, last.line))
        else:
            if len(self.found.moves) >= MOST_MOVES:
                self._bad(f"more than {MOST_MOVES} moves")
            self.found.moves.append(Word(word, self.line))

    def _is_rest(self, word: str) -> bool:
        """Return whether a word goes on with the move before it: `1-` and `7`, or `1` and `-7`."""
        if not self.of_draughts or not self.found.moves:
            return False
        last = self.found.moves[-1].text
        return last[-1] in LINKS or (word[0] in LINKS and last.isalnum())

    def _agree(self) -> None:
        """Take the result from the tag where the moves state none; refuse two different results."""
        result = self.found.tags.get("Result")
        if result is None or result.text.strip() not in SCORES:
            return
        winner = SCORES[result.text.strip()]
        if self.found.claim is None:
            self.found.claim = Claim(winner, result.line)
        elif self.found.claim.winner != winner:
            self._bad("the result in the tags differs from the end of the moves", self.found.claim.line)

    def _stray(self, at: int) -> NoReturn:
        if self.text[at] == "{":
            self._bad("the file is cut off: “}” is missing")
        self._bad(f"unexpected: {source_text.quoted(self.text[at : at + 60].split(chr(10))[0])}")

    def _bad(self, reason: str, line: int | None = None) -> NoReturn:
        raise InvalidRecordError(reason, line or self.line)
