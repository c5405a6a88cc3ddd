"""Jellyfish `.mat`: the match format that every backgammon program reads.

     3 point match

     Game 1
     Anna : 0                       Boris : 0
      1)                             51: 13/8 24/23
      2) 33: 24/21 24/21 6/3 6/3     62: 23/21 21/15
      3)  Doubles => 2                Takes
          Wins 2 points

The left column is side 0. 25 is the bar, 0 is off, `*` marks a hit, `63:` alone is a roll that cannot be
played, or `????` one that was not, because the game ends there. A match to 0 points is a session of single
games. Lines before it name the rules: `; [CubeLimit "1"]` (no cube), `; [Jacoby "On"]`, `; [Beaver "On"]`,
`; [Crawford "Off"]`, `; [Variation "NackGammon"]`, and the occasion (`Event`, `Round`, `Site`). Written as
GNU Backgammon writes it; what others write in
other words (`bar/20`, `8/5(2)`, `24/13` in one go, `Cannot Move`) is read too.
"""

import re
from collections.abc import Sequence

from zaria.games.protocols import Option
from zaria.match.events import Event
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.export import export
from zaria.records.formats import movetext, variation
from zaria.records.importer import build
from zaria.records.occasion import UNKNOWN, Occasion
from zaria.records.transcript import GameTranscript, Kind, Pair, Transcript, TranscriptEntry, offer

_LONGEST_LINE = 400
_MOST_LINES = 50_000
_RIGHT = 33
"""The column at which side 1's half of a row begins; side 0's begins at 5."""
_MIDDLE = 18

_LENGTH = re.compile(r"\s*(\d{1,6}) point match\b", re.ASCII | re.IGNORECASE)
_GAME = re.compile(r"\s*Game (\d{1,6})\s*", re.ASCII | re.IGNORECASE)
_SCORE = re.compile(r"\s*(.*?)\s*:\s*(\d{1,6})(?:\s+)(\S.*?|)\s*:\s*(\d{1,6})\s*", re.ASCII)
_HEAD = re.compile(r'\s*;\s*\[([\w ]{1,40}?)\s*"(.*)"\]\s*', re.ASCII)
_REMARKS = (";", "#")
_ON = ("on", "yes", "true", "1")
_ROW = re.compile(r"\s{0,8}\d{1,5}\)", re.ASCII)
_CELL = re.compile(
    r"([1-6])([1-6]):"
    r"|(doubles|beavers|raccoons|redoubles)(?:\s*=>\s*(\d{1,6}))?"
    r"|(takes|drops|wins)\b(?:\s+(\d{1,6})\s+points?(?:\s+and the match)?)?",
    re.ASCII | re.IGNORECASE,
)
_MOVE = re.compile(
    r"(bar|25|2[0-4]|1\d|[1-9])((?:/(?:off|2[0-4]|1\d|\d)\*?)+)(?:\(([2-4])\))?(\*?)",
    re.ASCII | re.IGNORECASE,
)
_NONE = ("", "cannot move", "(no move)")
_GIVEN_UP = "????"
"""The sign of eXtreme Gammon for a turn that was not played because the player gave up."""
_SET_UP_BY_HAND = "illegal play"
"""The words of eXtreme Gammon and DailyGammon for a position that was put on the board by hand."""
_KINDS: dict[str, Kind] = {"takes": "take", "drops": "drop"}
_WORDS: dict[Kind, str] = {
    "double": " Doubles",
    "beaver": " Beavers",
    "raccoon": " Raccoons",
    "take": " Takes",
    "drop": " Drops",
}


def dump(events: Sequence[Event], occasion: Occasion = UNKNOWN) -> bytes:
    """Write a match as `.mat`; raises `UnsupportedRecordError`."""
    script = export(events)
    names = {"Event": occasion.event, "Round": occasion.round, "Site": occasion.place}
    lines = [f'; [{name} "{movetext.escaped(value)}"]' for name, value in names.items() if value]
    if script.day is not None:
        lines += ['; [EventDate "{:04}.{:02}.{:02}"]'.format(*script.day), ""]
    elif lines:
        lines.append("")
    head = [f'; [Variation "{variation.IN_MAT[script.variation]}"]'] if script.variation else []
    head += ['; [CubeLimit "1"]'] * script.cubeless + ['; [Jacoby "On"]'] * script.jacoby
    head += ['; [Beaver "On"]'] * script.beaver
    head += ['; [Crawford "Off"]'] * (script.length > 1 and script.crawford is False)
    if head:
        lines += [*head, ""]
    lines += [f" {script.length} point match", ""]
    for number, game in enumerate(script.games, 1):
        last = number == len(script.games) and script.length > 0
        lines += [f" Game {number}", *_written(script, game, last=last), ""]
    return ("\n".join(lines) + "\n").encode()


def load(body: bytes, game: str = "backgammon", options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a `.mat`, played as `game`; raises `InvalidRecordError`."""
    script = parse(body)
    return build(script, variation.played_as(script.variation, game, script.line), options)


def parse(body: bytes) -> Transcript:
    """Parse a `.mat`; raises `InvalidRecordError`."""
    reader = _MatReader()
    text = source_text.decoded(body)
    if text.count("\n") > _MOST_LINES:
        raise InvalidRecordError(f"more than {_MOST_LINES} moves")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST_LINE:
            raise InvalidRecordError(f"longer than {_LONGEST_LINE} characters", number)
        reader.read(line.rstrip(), number)
    if reader.script is None:
        raise InvalidRecordError("no match: a line like “3 point match” is missing", 1)
    if not reader.script.games:
        raise InvalidRecordError("a match without a game", reader.script.line)
    return reader.script


def starts(text: str) -> list[int]:
    """Return where the matches of a file begin: the first line of the head above “3 point match”."""
    places: list[int] = []
    at = 0
    head: int | None = None
    for line in text.split("\n"):
        is_remark = not line.strip() or line.lstrip().startswith(_REMARKS)
        if _LENGTH.match(line):
            places.append(at if head is None else head)
        head = (at if head is None else head) if is_remark else None
        at += len(line) + 1
    return [0, *places[1:]]


def names(text: str) -> tuple[str, str] | None:
    """The players of the first game in a text; None if there is none."""
    for line in text.split("\n"):
        score = _SCORE.fullmatch(line) if len(line) <= _LONGEST_LINE and ";" not in line else None
        if score is not None:
            return score[1], score[3]
    return None


def _written(script: Transcript, game: GameTranscript, *, last: bool) -> list[str]:
    heads = [f"{_plain(name)} : {score}" for name, score in zip(script.names, game.score, strict=True)]
    lines = [f" {heads[0]:<31}{heads[1]}"]
    cells = [(act.side, _cell(act)) for act in game.acts]
    won = "" if game.winner is None else _won(script, game, last=last)
    if game.winner == 1 and cells[-1:] == [(0, _WORDS["drop"])]:
        cells.append((1, won))
        won = ""
    number = 1
    while cells:
        row = ["", ""]
        for side in (0, 1):
            if cells and cells[0][0] == side:
                row[side] = cells.pop(0)[1]
        lines.append(f"{number:3}) {row[0]:<27} {row[1]}")
        number += 1
    if won:
        lines.append(" " * (5 if game.winner == 0 else _RIGHT) + won)
    return lines


def _won(script: Transcript, game: GameTranscript, *, last: bool) -> str:
    assert game.winner is not None
    decided = last and game.score[game.winner] + game.points >= script.length
    return f" Wins {game.points} point{'s' * (game.points != 1)}" + " and the match" * decided


def _plain(name: str) -> str:
    """Rewrite a name that could be taken for a score or the end of a column."""
    return " ".join(name.replace(":", " ").split())[:23] or "?"


def _cell(act: TranscriptEntry) -> str:
    if act.kind == "move":
        return f"{act.dice[0]}{act.dice[1]}: {_GIVEN_UP if act.is_roll else _steps(act)}"
    return _WORDS[act.kind] + (f" => {act.value}" if act.value else "")


def _steps(act: TranscriptEntry) -> str:
    """The steps of a turn, with a star on the first checker that reaches each point where it hit."""
    hits = set(act.hits)
    steps = []
    for src, dst in act.pairs:
        steps.append(f"{src}/{dst}" + "*" * (dst in hits))
        hits.discard(dst)
    return " ".join(steps)


class _MatReader:
    """Parses line by line."""

    def __init__(self) -> None:
        self.script: Transcript | None = None
        self.head: dict[str, str] = {}
        self.variation = ""
        self.named = True

    def read(self, line: str, number: int) -> None:
        """Parse one line."""
        head = _HEAD.fullmatch(line)
        if head is not None:
            self._head(head[1].lower(), head[2].strip(), number)
        elif not line.strip() or line.lstrip().startswith(_REMARKS):
            pass
        elif self.script is None:
            self._length(line, number)
        elif _GAME.fullmatch(line):
            self.script.games.append(GameTranscript((0, 0), line=number))
            self.named = False
        elif not self.script.games:
            raise InvalidRecordError("“Game 1” is expected", number)
        elif not self.named:
            self._score(line, number)
        else:
            self._row(line, number)

    def _head(self, name: str, value: str, number: int) -> None:
        if self.script is not None:
            return
        if name == "variation":
            self.variation = variation.named(value, number)
        self.head.setdefault(name, value)

    def _length(self, line: str, number: int) -> None:
        length = _LENGTH.match(line)
        if length is None:
            raise InvalidRecordError("no match: a line like “3 point match” is missing", number)
        points, head = int(length[1]), self.head
        limit = head.get("cubelimit", "")
        self.script = Transcript(
            points,
            variation=self.variation,
            crawford=False if head.get("crawford", "").lower() == "off" else None,
            jacoby=points == 0 and head.get("jacoby", "").lower() in _ON,
            beaver=head.get("beaver", "").lower() in _ON,
            cube=int(limit) > 1 if limit.isascii() and limit.isdigit() and len(limit) < 7 else None,
            day=source_text.day(head.get("eventdate", "")),
            line=number,
        )

    def _score(self, line: str, number: int) -> None:
        score = _SCORE.fullmatch(line)
        if score is None:
            raise InvalidRecordError("the players and their scores are expected", number)
        assert self.script is not None
        game = self.script.games[-1]
        names = source_text.name(score[1]), source_text.name(score[3])
        if len(self.script.games) == 1:
            self.script.names = names
        game.score = int(score[2]), int(score[4])
        game.line = number
        self.named = True

    def _row(self, line: str, number: int) -> None:
        assert self.script is not None
        game = self.script.games[-1]
        row = _ROW.match(line)
        text = line.expandtabs(8)
        start = row.end() if row else 0
        cells = list(_CELL.finditer(text, start))
        if not cells or text[start : cells[0].start()].strip():
            raise InvalidRecordError(
                f"neither a roll nor the cube: {source_text.quoted(line.strip())}", number
            )
        if len(cells) > 3:
            raise InvalidRecordError(f"unexpected: {source_text.quoted(line.strip())}", number)
        side = 0 if cells[0].start() < _MIDDLE else 1
        if len(cells) == 2 and (cells[1][5] or "").lower() == "wins" and cells[1].start() < _MIDDLE:
            side = (
                1  # GNU Backgammon puts a first roll that the right player gave up after in the left column
            )
        for place, cell in enumerate(cells):
            end = cells[place + 1].start() if place + 1 < len(cells) else len(text)
            self._cell(game, side ^ (place & 1), cell, text[cell.end() : end].strip(), number)

    def _cell(self, game: GameTranscript, side: int, cell: re.Match[str], moves: str, number: int) -> None:
        if game.winner is not None:
            raise InvalidRecordError("the game was over", number)
        word = (cell[3] or cell[5] or "").lower()
        if word and moves:
            raise InvalidRecordError(f"unexpected: {source_text.quoted(moves)}", number)
        if word == "wins":
            game.winner, game.points, game.end_line = side, int(cell[6] or 0), number
            if not game.points:
                raise InvalidRecordError(f"unexpected: {source_text.quoted(cell[0])}", number)
        elif word:
            kind = _KINDS.get(word) or offer(game.acts)
            game.acts.append(TranscriptEntry(side, kind, value=int(cell[4] or 0), line=number))
        else:
            dice = int(cell[1]), int(cell[2])
            if moves == _GIVEN_UP:
                game.acts.append(TranscriptEntry(side, "move", dice, line=number, is_roll=True))
                return
            pairs, hits = _pairs(moves, number)
            game.acts.append(TranscriptEntry(side, "move", dice, pairs, hits, line=number))


def _pairs(text: str, number: int) -> tuple[tuple[Pair, ...], frozenset[int]]:
    """The moves of a turn, each from a point to a point, and the points where it hit."""
    pairs: list[Pair] = []
    hits: set[int] = set()
    if text.lower().startswith(_SET_UP_BY_HAND):
        raise InvalidRecordError("the position was set up by hand here, and the game cannot go on", number)
    for word in [] if text.lower() in _NONE else text.split():
        move = _MOVE.fullmatch(word)
        if move is None:
            raise InvalidRecordError(f"not a move: {source_text.quoted(word)}", number)
        src = 25 if move[1].lower() == "bar" else int(move[1])
        way: list[Pair] = []
        for stop in move[2].split("/")[1:]:
            dst = 0 if stop.lower().startswith("off") else int(stop.rstrip("*"))
            if dst >= src:
                raise InvalidRecordError(f"a move backwards: {source_text.quoted(word)}", number)
            if stop.endswith("*") or move[4]:
                hits.add(dst)
            way.append((src, dst))
            src = dst
        pairs += way * int(move[3] or 1)
    if len(pairs) > 4:
        raise InvalidRecordError("more than four moves in a turn", number)
    return tuple(pairs), frozenset(hits)
