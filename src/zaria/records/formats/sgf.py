"""SGF for backgammon (FF[4]GM[6]): one game tree for each game, as GNU Backgammon and others write it.

    (;FF[4]GM[6]CA[UTF-8]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Boris]RU[Crawford]
    ;B[51lqab];W[33]RE[W+2])

White is side 0. `a` to `x` are White's points 1 to 24 for both players, `y` is the bar and `z` is off. A
session is a match to 0. `AW`, `AB` and `PL` before the first turn are the position from which a game begins,
`PL` and `DI` a roll that is not played. Comments and analyses are skipped; variations are refused.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zaria.games.protocols import Option
from zaria.match.events import Event
from zaria.records import source_text
from zaria.records.errors import InvalidRecordError
from zaria.records.export import export
from zaria.records.formats import set_up, variation
from zaria.records.importer import build
from zaria.records.occasion import UNKNOWN, Occasion
from zaria.records.transcript import GameTranscript, Kind, Pair, Transcript, TranscriptEntry, offer

_MOST_TOKENS = 200_000
_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]{1,16})|\[((?:[^\]\\]++|\\.)*+)\])", re.ASCII | re.DOTALL)
TURN = re.compile(r"([1-6])([1-6])((?:[a-z][a-z]){0,4})", re.ASCII)
"""The dice of a turn, and the letters of its steps."""
_RESULT = re.compile(r"([WB])\+(\d{1,6})(?:R(?:esign)?)?", re.ASCII | re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,6}", re.ASCII)
_CUBE = {"CV": "1", "CP": "c"}
"""Properties of the cube, each with the value that it has at the start."""
DICE = re.compile(r"[1-6][1-6]", re.ASCII)
_ANSWERS: dict[str, Kind] = {"take": "take", "drop": "drop"}
SIDES = {"W": 0, "B": 1}
"""The sides by the properties of their acts."""


class Token(NamedTuple):
    """A token: `mark` is one of `();`, a property's identifier, or "[" for a value with its `text`."""

    mark: str
    text: str
    line: int


Node = dict[str, list[Token]]
"""The properties of a node, each with its values."""


def dump(events: Sequence[Event], occasion: Occasion = UNKNOWN) -> bytes:
    """Write a match as SGF; raises `UnsupportedRecordError`."""
    script = export(events)
    trees = []
    for number, game in enumerate(script.games):
        nodes = ["".join((*_root(script, number, game), *_occasion(occasion)))]
        if game.checkers is not None:
            nodes.append(f"PL[{'WB'[game.starter or 0]}]{set_up.write(game.checkers)}")
        nodes += [_act(act) for act in game.acts]
        trees.append("(" + "\n".join(f";{node}" for node in nodes) + ")\n")
    return "\n".join(trees).encode()


def load(body: bytes, game: str = "backgammon", options: dict[str, Option] | None = None) -> list[Event]:
    """Read the events of a match in SGF, played as `game`; raises `InvalidRecordError`."""
    script = parse(body)
    return build(script, variation.played_as(script.variation, game, script.line), options)


def parse(body: bytes) -> Transcript:
    """Parse an SGF file; raises `InvalidRecordError`."""
    script: Transcript | None = None
    for nodes in _trees(tokens(source_text.decoded(body))):
        script = _tree(nodes, script)
    if script is None:
        raise InvalidRecordError("a match without a game", 1)
    return script


# -- writing


def _root(script: Transcript, number: int, game: GameTranscript) -> Iterator[str]:
    white, black = game.score
    yield f"FF[4]GM[6]CA[UTF-8]AP[Zaria]MI[length:{script.length}][game:{number}][ws:{white}][bs:{black}]"
    yield f"PW[{escaped(script.names[0])}]PB[{escaped(script.names[1])}]"
    if script.day is not None:
        yield "DT[{:04}-{:02}-{:02}]".format(*script.day)
    rules = ["Crawford"] * (script.length > 1 and script.crawford is True) + ["Jacoby"] * script.jacoby
    rules += ["Beaver"] * script.beaver + ["NoCube"] * script.cubeless
    rules += [variation.IN_SGF[script.variation]] if script.variation else []
    if rules:
        yield f"RU[{':'.join(rules)}]"
    if game.winner is not None:
        yield f"RE[{'WB'[game.winner]}+{game.points}{'R' * (not game.ended)}]"


def _occasion(occasion: Occasion) -> Iterator[str]:
    names = {"EV": occasion.event, "RO": occasion.round, "PC": occasion.place}
    return (f"{name}[{escaped(value)}]" for name, value in names.items() if value)


def _act(act: TranscriptEntry) -> str:
    if act.kind in ("take", "drop"):
        return f"{'WB'[act.side]}[{act.kind}]"
    if act.kind != "move":
        return f"{'WB'[act.side]}[double]"
    if act.is_roll:
        return f"PL[{'WB'[act.side]}]DI[{act.dice[0]}{act.dice[1]}]"
    steps = "".join(letter(src, act.side) + letter(dst, act.side) for src, dst in act.pairs)
    return f"{'WB'[act.side]}[{act.dice[0]}{act.dice[1]}{steps}]"


def letter(point: int, side: int) -> str:
    """Return the letter of a point in a side's own numbers."""
    if point in (0, 25):
        return "z" if point == 0 else "y"
    return chr(96 + (25 - point if side else point))


def escaped(text: str) -> str:
    """Return a text as the value of a property."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


# -- reading


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a text; raises `InvalidRecordError`."""
    at, line = 0, 1
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            unread = text[at : at + 200]
            line += unread[: len(unread) - len(unread.lstrip())].count("\n")
            raise InvalidRecordError(f"not SGF: {source_text.quoted(unread.strip()[:20])}", line)
        start = match.start(match.lastindex or 0)
        line += text.count("\n", at, start)
        if match[3] is not None:
            yield Token("[", match[3], line)
        else:
            yield Token(match[1] or match[2], "", line)
        line += text.count("\n", start, match.end())
        at = match.end()


def _trees(tokens: Iterator[Token]) -> Iterator[list[Node]]:
    """The nodes of each game tree."""
    nodes: list[Node] | None = None
    values: list[Token] | None = None
    line = 1
    for count, token in enumerate(tokens):
        line = token.line
        if count > _MOST_TOKENS:
            raise InvalidRecordError(f"more than {_MOST_TOKENS} moves", line)
        if token.mark == "(":
            if nodes is not None:
                raise InvalidRecordError("variations are not supported", line)
            nodes = []
        elif nodes is None:
            raise InvalidRecordError(f"unexpected: {source_text.quoted(token.mark)}", line)
        elif token.mark == ")":
            yield nodes
            nodes, values = None, None
        elif token.mark == ";":
            nodes.append({})
            values = None
        elif token.mark == "[":
            if values is None:
                raise InvalidRecordError(f"unexpected: {source_text.quoted(token.text)}", line)
            values.append(token)
        elif not nodes:
            raise InvalidRecordError(f"unexpected: {source_text.quoted(token.mark)}", line)
        else:
            values = nodes[-1].setdefault(token.mark, [])
    if nodes is not None:
        raise InvalidRecordError("the file is cut off: “)” is missing", line)


def _tree(nodes: list[Node], script: Transcript | None) -> Transcript:
    """Add one game of the match to the transcript."""
    if not nodes:
        raise InvalidRecordError("a match without a game", 1 if script is None else script.games[-1].end_line)
    root = nodes[0]
    line = next((values[0].line for values in root.values() if values), 1)
    if first_value(root, "GM") != "6":
        raise InvalidRecordError("not a game of backgammon (GM[6])", line)
    info = match_info(root, line)
    if script is None:
        script = _script(root, info, line)
    elif info.get("length", script.length) != script.length:
        raise InvalidRecordError(f"unexpected: {source_text.quoted(str(info))}", line)
    score = info.get("ws", 0), info.get("bs", 0)
    game = GameTranscript(score, line=line, end_line=line)
    script.games.append(game)
    for node in nodes:
        _set_up(game, node, script.variation)
        for name, values in node.items():
            if name in SIDES and values:
                _turn(game, name, values)
    _result(game, root)
    return script


def _script(root: Node, info: dict[str, int], line: int) -> Transcript:
    names = first_value(root, "RU").split(":")
    rules = [name.strip().lower() for name in names]
    return Transcript(
        info.get("length", 0),
        variation=variation.named_in_rules(names, line),
        names=(
            source_text.name(_text(first_value(root, "PW"))),
            source_text.name(_text(first_value(root, "PB"))),
        ),
        crawford="crawford" in rules,
        jacoby="jacoby" in rules,
        cube=False if "nocube" in rules else None,
        beaver="beaver" in rules or "beavers" in rules,
        day=source_text.day(first_value(root, "DT")),
        line=line,
    )


def first_value(node: Node, name: str) -> str:
    """Return the first value of a property, "" where there is none."""
    values = node.get(name)
    return values[0].text.strip() if values else ""


def _text(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)


def match_info(root: Node, line: int) -> dict[str, int]:
    """Return the length of the match, its score and the number of the game; raises `InvalidRecordError`."""
    info = {}
    for value in root.get("MI", []):
        key, _, number = value.text.partition(":")
        if key in ("length", "ws", "bs", "game"):
            if not _NUMBER.fullmatch(number):
                raise InvalidRecordError(f"unexpected: {source_text.quoted(value.text)}", line)
            info[key] = int(number)
    return info


def _result(game: GameTranscript, root: Node) -> None:
    values = root.get("RE")
    if not values:
        return
    result = _RESULT.fullmatch(values[0].text.strip())
    if result is None or not int(result[2]):
        raise InvalidRecordError(f"unexpected: {source_text.quoted(values[0].text)}", values[0].line)
    game.winner, game.points = SIDES[result[1].upper()], int(result[2])


def _turn(game: GameTranscript, name: str, values: list[Token]) -> None:
    """Add the action of a side."""
    line = values[0].line
    if len(values) > 1:
        raise InvalidRecordError(f"unexpected: {source_text.quoted(values[1].text)}", line)
    side = SIDES[name]
    act = _read(game, side, values[0].text.strip(), line)
    last = game.acts[-1] if game.acts else None
    if last is not None and last.is_roll and act.kind == "move" and act.side == last.side:
        game.acts.pop()  # the roll stands for itself and with its turn
        if not act.pairs:
            act = act._replace(is_roll=sorted(act.dice) == sorted(last.dice))
    game.acts.append(act)
    game.end_line = line


def _set_up(game: GameTranscript, node: Node, named: str) -> None:
    """Read what a node puts on the board: checkers before the first turn, or a roll.

    `named` is the game that the file names.
    """
    values = [value for name in (*set_up.CHECKERS, *_CUBE) for value in node.get(name, [])]
    line = values[0].line if values else game.line
    if values and game.acts:
        raise InvalidRecordError("the position was set up by hand here, and the game cannot go on", line)
    for name, usual in _CUBE.items():
        if first_value(node, name).lower() not in ("", usual):
            raise InvalidRecordError("a cube that was turned before the game is not supported", line)
    if any(node.get(name) for name in set_up.CHECKERS):
        points = {name: [value.text.strip() for value in node.get(name, [])] for name in set_up.CHECKERS}
        before = game.checkers or variation.first_checkers(named)
        game.checkers, game.line = set_up.read(points, before, line), line
    side = SIDES.get(first_value(node, "PL").upper())
    if side is not None and not game.acts:
        game.starter = side
    dice = first_value(node, "DI")
    if dice and side is not None:
        if not DICE.fullmatch(dice):
            raise InvalidRecordError(f"unexpected: {source_text.quoted(dice)}", node["DI"][0].line)
        game.acts.append(
            TranscriptEntry(side, "move", (int(dice[0]), int(dice[1])), line=node["DI"][0].line, is_roll=True)
        )


def _read(game: GameTranscript, side: int, text: str, line: int) -> TranscriptEntry:
    if text in _ANSWERS:
        return TranscriptEntry(side, _ANSWERS[text], line=line)
    if text == "double":
        return TranscriptEntry(side, offer(game.acts), line=line)
    turn = TURN.fullmatch(text)
    if turn is None:
        raise InvalidRecordError(f"not a move: {source_text.quoted(text)}", line)
    letters = turn[3]
    pairs = tuple(pair_of(letters[at], letters[at + 1], side, text, line) for at in range(0, len(letters), 2))
    return TranscriptEntry(side, "move", (int(turn[1]), int(turn[2])), pairs, line=line)


def pair_of(start: str, end: str, side: int, text: str, line: int) -> Pair:
    """Return two letters of the turn `text` as points of a side; raises `InvalidRecordError`."""
    src, dst = _point(start, side), _point(end, side)
    if dst >= src:
        raise InvalidRecordError(f"a move backwards: {source_text.quoted(text)}", line)
    return src, dst


def _point(letter: str, side: int) -> int:
    if letter in "yz":
        return 25 if letter == "y" else 0
    point = ord(letter) - 96
    return 25 - point if side else point
