"""Reads chapters from SGF of backgammon and its relatives, with variations, comments, signs and markup."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from zaria import games
from zaria.games.protocols import InvalidPositionError, InvalidRollError
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.export import GAMES
from zaria.records.formats import set_up, variation
from zaria.records.formats.sgf import DICE, SIDES, TURN, Node, Token, first_value, match_info, pair_of, tokens
from zaria.records.importer import played
from zaria.records.position_ids.match_position import MatchPosition
from zaria.records.transcript import TranscriptEntry
from zaria.studies.acts import PASS
from zaria.studies.chapter import ROOT, ChapterTree, Shape, Start
from zaria.studies.formats import sgf
from zaria.studies.formats.growing import MOST_ACTS, GrowingChapter

_SIGN_OF = {written: sign for sign, written in sgf.SIGNS.items()}
_OFFERS = ("double", "beaver", "raccoon")
_MARKS = ("CR", "TR", "SQ", "MA", "SL")
_ARROWS = ("AR", "LN")
_LETTERS = "zabcdefghijklmnopqrstuvwxy"
"""The places of drawings by their numbers: light's points from 1, 0 for off, 25 for the bar."""
_UNNAMED = {"white", "black", "?"}


@dataclass
class _Source:
    """A node as it is written, with what follows it."""

    values: Node
    line: int
    following: list["_Source"] = field(default_factory=list)

    @property
    def act(self) -> tuple[int, str] | None:
        """The side that acts, and the act as it is written."""
        for name, side in SIDES.items():
            if self.values.get(name):
                return side, first_value(self.values, name)
        return None

    @property
    def is_set_up(self) -> bool:
        """True where checkers are put on the board."""
        return any(self.values.get(name) for name in set_up.CHECKERS)


def read(text: str) -> Iterator[tuple[str, ChapterTree]]:
    """Yield the game trees of a file, each with the title of its study; raises `InvalidRecordError`."""
    for root in _trees(tokens(text)):
        yield _event(root), _chapter(root)


def _trees(marks: Iterator[Token]) -> Iterator[_Source]:
    """The roots of the game trees of a file."""
    root: _Source | None = None
    latest: _Source | None = None
    opened: list[_Source | None] = []
    values: list[Token] | None = None
    line = count = 0
    for mark in marks:
        line = mark.line
        is_known = True
        if mark.mark == "(":
            opened.append(latest)
        elif mark.mark == ")" and opened:
            latest = opened.pop()
            if not opened and root is not None:
                yield root
                root = None
        elif mark.mark == ";" and opened and (latest is not None or root is None):
            count += 1
            node = _Source({}, line)
            if latest is None:
                root = node
            else:
                latest.following.append(node)
            latest = node
        elif mark.mark == "[" and values is not None:
            values.append(mark)
            continue
        else:
            is_known = latest is not None and opened != [] and mark.mark.isalpha()
        if not is_known or count > MOST_ACTS:
            reason = f"more than {MOST_ACTS} moves" if is_known else _unexpected(mark.text or mark.mark)
            raise InvalidRecordError(reason, line)
        values = None
        if mark.mark.isalpha() and latest is not None:
            values = latest.values.setdefault(mark.mark, [])
    if opened:
        raise InvalidRecordError("the file is cut off: “)” is missing", line)


def _unexpected(text: str) -> str:
    return f"unexpected: {source_text.quoted(text)}"


def _event(root: _Source) -> str:
    return " ".join(_text(first_value(root.values, "EV")).split())


def _chapter(root: _Source) -> ChapterTree:
    if first_value(root.values, "GM") != "6":
        raise InvalidRecordError("not a game of backgammon (GM[6])", root.line)
    first = root
    if not root.is_set_up and len(root.following) == 1 and root.following[0].is_set_up:
        first = root.following[0]  # other programs set the position up in a node of its own
    heading = root.values | first.values
    info = match_info(root.values, root.line)
    chapter = GrowingChapter(_start(heading, first, info), first.line)
    if first is not root:
        _remark(chapter, ROOT, root.values)
    _play(chapter, first)
    names = _name(root, "PW"), _name(root, "PB")
    title = _text(first_value(root.values, "GN"))
    if "GN" not in root.values and any(names):
        title = f"{names[0] or '?'} – {names[1] or '?'} ({info.get('game', 0) + 1})"
    return chapter.chapter(title, names)


def _name(root: _Source, key: str) -> str:
    name = source_text.name(_text(first_value(root.values, key)))
    return "" if name.lower() in _UNNAMED else name


def _start(heading: Node, first: _Source, info: dict[str, int]) -> Start:
    """The position and the terms from which a game begins."""
    rules = [name.strip().lower() for name in first_value(heading, "RU").split(":")]
    named_game = next((name for name in GAMES if name in rules), "")
    game = named_game or variation.named_in_rules(rules, first.line) or sgf.USUAL
    side = _side(heading, first)
    owner = SIDES.get(first_value(heading, "CP").upper())
    value = first_value(heading, "CV") or "1"
    if not value.isdecimal() or not 0 < len(value) < 5:
        raise InvalidRecordError(_unexpected(value), first.line)
    raises = _raises(first)
    return Start(
        game,
        position=_position(heading, first, game, side),
        side=side,
        length=info.get("length", 0),
        score=(info.get("ws", 0), info.get("bs", 0)) if info.get("length", 0) else (0, 0),
        crawford=sgf.CRAWFORD_GAME.lower() in rules,
        cube=sgf.NO_CUBE.lower() not in rules,
        cube_value=int(value),
        cube_owner=owner,
        beaver=sgf.BEAVER.lower() in rules or raises > 1,
        raccoon=sgf.RACCOON.lower() in rules or raises > 2,
    )


def _side(heading: Node, first: _Source) -> int:
    """The side on roll at first: as the file says, else that of the first act."""
    side = SIDES.get(first_value(heading, "PL").upper())
    node: _Source | None = first
    while side is None and node is not None:
        side = None if node.act is None else node.act[0]
        node = node.following[0] if node.following else None
    return side or 0


def _raises(first: _Source) -> int:
    """The most offers of the cube that follow one another."""
    most, waiting = 0, [(first, 0)]
    while waiting:
        node, before = waiting.pop()
        count = before + 1 if node.act is not None and node.act[1] == "double" else 0
        most = max(most, count)
        waiting += [(following, count) for following in node.following]
    return most


def _position(heading: Node, first: _Source, game: str, side: int) -> str:
    """The position that a file sets up, "" for the usual one."""
    if not first.is_set_up:
        return ""
    rules = games.dice_game(game)
    points = {name: [value.text.strip() for value in heading.get(name, [])] for name in set_up.CHECKERS}
    dice = first_value(heading, "DI")
    try:
        checkers = set_up.read(points, (rules.start().counts(0), rules.start().counts(1)), first.line)
        position = MatchPosition(checkers, side).position(rules)
        if DICE.fullmatch(dice):
            position = position.rolled((int(dice[0]), int(dice[1])))
    except (InvalidPositionError, InvalidRollError) as error:
        raise InvalidRecordError(str(error), first.line) from error
    if position.outcome() is not None:
        raise InvalidRecordError("the game is over in the position that was set up", first.line)
    return "" if position.to_text() == rules.start(side).to_text() else position.to_text()


def _play(chapter: GrowingChapter, first: _Source) -> None:
    """Play all nodes from the one with the position on, and set their remarks."""
    node = ROOT if first.is_set_up else _roll(chapter, ROOT, first)
    node = _act(chapter, node, first)
    _remark(chapter, node, first.values)
    waiting = [(node, source) for source in reversed(first.following)]
    while waiting:
        parent, source = waiting.pop()
        if source.is_set_up:
            reason = "the position was set up by hand here, and the game cannot go on"
            raise InvalidRecordError(reason, source.line)
        node = _act(chapter, _roll(chapter, parent, source), source)
        _remark(chapter, node, source.values)
        waiting += [(node, following) for following in reversed(source.following)]


def _roll(chapter: GrowingChapter, node: int, source: _Source) -> int:
    """Play a roll that stands alone."""
    dice = first_value(source.values, "DI")
    if not dice:
        return node
    if not DICE.fullmatch(dice):
        raise InvalidRecordError(_unexpected(dice), source.line)
    return chapter.add(node, dice, source.line)


def _act(chapter: GrowingChapter, node: int, source: _Source) -> int:
    """Play the act of a side, with its roll."""
    if source.act is None:
        return node
    side, text = source.act
    match = chapter.match(node)
    if match.to_act() != side:
        raise InvalidRecordError("it is the other player's turn", source.line)
    if text == "double":
        return chapter.add(node, _OFFERS[min(len(match.proposed), 2)], source.line)
    if text in ("take", "drop"):
        return chapter.add(node, text, source.line)
    turn = TURN.fullmatch(text)
    if turn is None:
        raise InvalidRecordError(f"not a move: {source_text.quoted(text)}", source.line)
    return _turn(chapter, node, source, side, turn)


def _turn(chapter: GrowingChapter, node: int, source: _Source, side: int, turn: re.Match[str]) -> int:
    dice, letters = (int(turn[1]), int(turn[2])), turn[3]
    if chapter.match(node).phase == "roll":
        node = chapter.add(node, turn[1] + turn[2], source.line)
    match = chapter.match(node)
    pairs = tuple(
        pair_of(letters[at], letters[at + 1], side, turn[0], source.line) for at in range(0, len(letters), 2)
    )
    entry = TranscriptEntry(side, "move", dice, pairs, line=source.line)
    is_roll = match.phase == "move" and match.dice is not None and sorted(match.dice) == sorted(dice)
    steps = played(match.dice_position(), entry) if is_roll else None
    if steps is None and is_roll and not pairs:
        return node  # the roll is all that is known
    if steps is None:
        raise InvalidRecordError(f"not a move: {source_text.quoted(turn[0])}", source.line)
    act = ",".join(f"{point}-{die}" for point, die in steps.moves) or PASS
    return chapter.add(node, act, source.line)


def _remark(chapter: GrowingChapter, node: int, values: Node) -> None:
    comment = _text(values["C"][0].text) if values.get("C") else ""
    chapter.remark(node, comment.strip(), _sign(values), _shapes(values))


def _sign(values: Node) -> str:
    """The sign of a node; one that is emphasised otherwise counts once."""
    for name in ("TE", "BM", "IT", "DO"):
        if name in values:
            value = first_value(values, name)
            return _SIGN_OF.get(f"{name}[{value}]") or _SIGN_OF.get(f"{name}[1]") or _SIGN_OF[f"{name}[]"]
    return ""


def _shapes(values: Node) -> Iterator[Shape]:
    for name in _MARKS:
        for value in values.get(name, []):
            yield Shape(_place(value.text))
    for name in _ARROWS:
        for value in values.get(name, []):
            start, _colon, end = value.text.partition(":")
            yield Shape(_place(start), _place(end))


def _place(letter: str) -> str:
    """The number of a place; "-" where it is none."""
    letter = letter.strip()
    return str(_LETTERS.index(letter)) if len(letter) == 1 and letter in _LETTERS else "-"


def _text(value: str) -> str:
    """A value without its escapes; an escaped line end is none."""
    return re.sub(r"\\(\n|.)", lambda match: match[1].strip("\n"), value, flags=re.DOTALL)
