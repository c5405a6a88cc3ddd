"""Reads chapters from PGN and PDN, with their variations, comments, signs and drawings.

    1. e4 {[%cal Ge2e4] The centre} e5 (1... c5!? {Sicilian}) 2. Nf3 *

A comment belongs to the move before it, at the head of a variation to the first move there.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn, get_args

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import Option
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.formats import movetext, pdn, pgn
from zaria.records.formats.movetext import LINKS, LOST_BY_BOTH, NO_MOVES, NUMBER, SCORES, TOKEN, Movetext
from zaria.records.score_sheet import first_position
from zaria.studies.chapter import ROOT, SIGNS, ChapterTree, Colour, Shape, Start
from zaria.studies.formats.growing import GrowingChapter
from zaria.studies.formats.movetext import CHAPTER_TAG, GLYPHS, STUDY_TAG

Finder = Callable[[BoardPosition, str], tuple[str, ...]]

_SIGN_OF = {f"${number}": sign for sign, number in GLYPHS.items()}
_COMMAND = re.compile(r"\[%(\w+)\s*([^\]]*)\]", re.ASCII)
"""A command in a comment: a drawing, a clock, an evaluation."""
_DRAWING = re.compile(r"([GRBY])([a-h][1-8])([a-h][1-8])?", re.ASCII)
_COLOURS: dict[str, Colour] = {colour[0].upper(): colour for colour in get_args(Colour)}


@dataclass
class _Word:
    """A move as it is written, with its remarks and what follows it."""

    text: str
    line: int
    parent: "_Word | None" = None
    comments: list[str] = field(default_factory=list)
    sign: str = ""
    following: list["_Word"] = field(default_factory=list)


def read(text: str, form: str, line: int) -> tuple[str, ChapterTree]:
    """Read the game of a text that begins in a line of a file, "pgn" or "pdn": its study, and a chapter.

    Raises `InvalidRecordError`.
    """
    try:
        tags = movetext.read(_heading(text).encode(), of_draughts=form == "pdn")
        root = _TreeReader(text, of_draughts=form == "pdn").root
        game, find = (pdn.game_of(_main_line(tags, root)), pdn.find) if form == "pdn" else _chess(tags)
        options: dict[str, Option] = {}
        options, position = (
            (options, first_position(tags, game)) if form == "pdn" else pgn.start_of(tags, game, options)
        )
        chapter = GrowingChapter(Start(game, options, position), tags.line_of("FEN"))
        _play(chapter, root, find, form)
    except InvalidRecordError as error:
        raise InvalidRecordError(error.reason, line - 1 + (error.line or 1)) from error
    names = source_text.name(tags.tag("White")), source_text.name(tags.tag("Black"))
    return tags.tag(STUDY_TAG), chapter.chapter(_title(tags, names), names)


def _heading(text: str) -> str:
    """The tags at the head of a text, its lines as they stand."""
    end = 0
    while (token := TOKEN.match(text, end)) is not None and token.lastgroup in ("blank", "tag", "rest"):
        end = token.end()
    return text[:end]


def _main_line(tags: Movetext, root: _Word) -> Movetext:
    """The tags with the moves of the main line, by which the game of a file without a type is known."""
    moves, word = [], root
    while word.following:
        word = word.following[0]
        moves.append(movetext.Word(word.text, word.line))
    return Movetext(tags.tags, moves, None, tags.line)


def _chess(tags: Movetext) -> tuple[str, Finder]:
    return pgn.game_of(tags), pgn.find


def _title(tags: Movetext, names: tuple[str, str]) -> str:
    """The title of the chapter, else the players, else the event."""
    if CHAPTER_TAG in tags.tags:
        return tags.tag(CHAPTER_TAG)
    return f"{names[0] or '?'} – {names[1] or '?'}" if any(names) else tags.tag("Event")


def _play(chapter: GrowingChapter, root: _Word, find: Finder, form: str) -> None:
    """Play all moves of a tree of words, and set their remarks."""
    _remark(chapter, ROOT, root, form)
    waiting = [(ROOT, word) for word in reversed(root.following)]
    while waiting:
        parent, word = waiting.pop()
        node = chapter.add(parent, _move_of(chapter, parent, word, find), word.line)
        _remark(chapter, node, word, form)
        waiting += [(node, following) for following in reversed(word.following)]


def _move_of(chapter: GrowingChapter, parent: int, word: _Word, find: Finder) -> str:
    """The move that a word is; of several the first after which the next one can be played."""
    position = chapter.match(parent).board_position()
    moves = _found(position, word, find)
    if len(moves) > 1 and word.following:
        for move in moves:
            try:
                _found(position.move(move), word.following[0], find)
            except InvalidRecordError:
                continue
            return move
    return moves[0]


def _found(position: BoardPosition, word: _Word, find: Finder) -> tuple[str, ...]:
    try:
        return find(position, word.text)
    except ValueError as error:
        raise InvalidRecordError(f"{error}: {source_text.quoted(word.text)}", word.line) from error


def _remark(chapter: GrowingChapter, node: int, word: _Word, form: str) -> None:
    comment = " ".join(" ".join(word.comments).split())
    shapes: list[Shape] = []
    if form == "pgn":
        shapes = list(_shapes(comment))
        comment = " ".join(_COMMAND.sub(" ", comment).split())
    chapter.remark(node, comment, word.sign, shapes)


def _shapes(comment: str) -> Iterator[Shape]:
    for command in _COMMAND.finditer(comment):
        if command[1] in ("csl", "cal"):
            for drawing in _DRAWING.finditer(command[2]):
                yield Shape(drawing[2], drawing[3] or "", _COLOURS[drawing[1]])


class _TreeReader:
    """Reads a text into a tree of words; `root` is what stands before the first move."""

    def __init__(self, text: str, *, of_draughts: bool) -> None:
        self.text = text
        self.of_draughts = of_draughts
        self.line = 1
        self.root = _Word("", 1)
        self.last = self.root
        """The move read last."""
        self.lead: list[str] = []
        """Comments at the head of a variation, which wait for its first move."""
        self.opened: list[tuple[_Word, int]] = []
        """For each open bracket the move before it, and its line."""
        self.is_head = False
        """True behind a bracket, where no move of the variation has been read."""
        self._run()

    def _run(self) -> None:
        at, end = 0, len(self.text)
        while at < end:
            token = TOKEN.match(self.text, at)
            if token is None:
                self._stray(at)
            self._token(token)
            self.line += self.text.count("\n", at, token.end())
            at = token.end()
        if self.opened:
            self._bad("the file is cut off: “)” is missing", self.opened[0][1])

    def _token(self, token: re.Match[str]) -> None:
        kind, text = token.lastgroup, token[0]
        if kind == "comment":
            self._comment(text[1:-1])
        elif kind == "rest" and text.startswith(";"):
            self._comment(text[1:])
        elif kind == "open":
            self.opened.append((self.last, self.line))
            self.last = self.last.parent or self.root
            self.is_head = True
        elif kind == "close":
            if not self.opened:
                self._bad("unexpected: ')'")
            self.last, self.is_head, self.lead = self.opened.pop()[0], False, []
        elif kind == "nag":
            self._sign(text)
        elif kind == "word":
            self._word(token["word"])

    def _comment(self, text: str) -> None:
        (self.lead if self.is_head else self.last.comments).append(text)

    def _sign(self, text: str) -> None:
        sign = _SIGN_OF.get(text, text)
        if sign in SIGNS and not self.is_head:
            self.last.sign = self.last.sign or sign

    def _word(self, word: str) -> None:
        number = NUMBER.match(word)
        word = word[number.end() :] if number is not None else word
        if word == "*" or word in SCORES or word in NO_MOVES or (self.of_draughts and word == LOST_BY_BOTH):
            return
        word = movetext.cleaned(word)
        if not word:
            return
        if self.of_draughts and not self.is_head and self._goes_on(word):
            self.last.text += word
            return
        move = _Word(word, self.line, self.last, self.lead)
        self.lead, self.is_head = [], False
        self.last.following.append(move)
        self.last = move

    def _goes_on(self, word: str) -> bool:
        """Return whether a word goes on with the move before it: `1-` and `7`, or `1` and `-7`."""
        text = self.last.text
        return bool(text) and (text[-1] in LINKS or (word[0] in LINKS and text.isalnum()))

    def _stray(self, at: int) -> NoReturn:
        if self.text[at] == "{":
            self._bad("the file is cut off: “}” is missing")
        self._bad(f"unexpected: {source_text.quoted(self.text[at : at + 60].split(chr(10))[0])}")

    def _bad(self, reason: str, line: int | None = None) -> NoReturn:
        raise InvalidRecordError(reason, line or self.line)
