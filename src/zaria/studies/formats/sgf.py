"""Chapters of backgammon and its relatives as SGF (FF[4]GM[6]), with variations and comments.

The properties are those of `zaria.records.formats.sgf`. A roll stands with its turn, and alone where it has
none or several, or a comment of its own. Signs are TE, BM, IT and DO, arrows AR, marks CR.
"""

from zaria import games
from zaria.games.turn import Turn
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.records.export import objection
from zaria.records.formats import set_up, variation
from zaria.records.formats.sgf import escaped, letter
from zaria.studies import acts
from zaria.studies.chapter import ROOT, ChapterTree, Family, Shape, Start, TreeNode, family

USUAL = "backgammon"
"""The game of a file that names none."""
CRAWFORD_GAME, NO_CUBE, BEAVER, RACCOON = "CrawfordGame", "NoCube", "Beaver", "Raccoon"
SIGNS = {"!": "TE[1]", "!!": "TE[2]", "?": "BM[1]", "??": "BM[2]", "!?": "IT[]", "?!": "DO[]"}
_WORDS = {"double": "double", "beaver": "double", "raccoon": "double", "take": "take", "drop": "drop"}


def can_hold(game: str) -> bool:
    """Return whether chapters of a game can be written."""
    rules = games.get(game)
    return not rules.is_board and objection(rules) is None


def write(chapter: ChapterTree, event: str) -> str:
    """Return a chapter of the study `event` as a game tree."""
    relations = family(chapter)
    matches = {ROOT: acts.begin(chapter.start)}
    parts = ["(;", _root(chapter, matches[ROOT], event), _remarks(relations.nodes[ROOT])]
    parts += [
        f"\n;{'WB'[(number + chapter.start.side) % 2]}[double]" for number in range(len(chapter.start.offers))
    ]
    waiting: list[int | str] = [")", *_branches(relations, ROOT)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            parts.append(part)
            continue
        node = relations.nodes[part]
        before = matches[node.parent]
        moment = acts.play(before, node.act)
        matches[node.id] = moment.match
        if not _is_plain_roll(relations, node):
            parts += ["\n;", _act(before, moment.event), _remarks(node)]
        waiting += _branches(relations, node.id)
    return "".join(parts) + "\n"


def _branches(relations: Family, node: int) -> list[int | str]:
    """The children of a node, the first one last; several stand in brackets of their own."""
    children = relations.children[node]
    if len(children) < 2:
        return list(children)
    branches: list[int | str] = []
    for number in reversed(children):
        branches += [")", number, "("]
    return branches


def _is_plain_roll(relations: Family, node: TreeNode) -> bool:
    has_remark = bool(node.comment or node.sign or node.shapes)
    return node.act.isdigit() and len(relations.children[node.id]) == 1 and not has_remark


def _root(chapter: ChapterTree, match: Match, event: str) -> str:
    start = chapter.start
    white, black = start.score
    parts = [
        f"FF[4]GM[6]CA[UTF-8]AP[Zaria]MI[length:{start.length}][game:1][ws:{white}][bs:{black}]",
        f"PW[{escaped(chapter.names[0] or 'White')}]PB[{escaped(chapter.names[1] or 'Black')}]",
        f"EV[{escaped(event)}]GN[{escaped(chapter.title)}]",
    ]
    rules = ["Crawford", CRAWFORD_GAME] if start.crawford else []
    rules += [name for name, is_agreed in _rules(start).items() if is_agreed]
    rules += [variation.IN_SGF.get(start.game, start.game)] if start.game != USUAL else []
    if rules:
        parts.append(f"RU[{':'.join(rules)}]")
    position = match.dice_position()
    parts.append(f"PL[{'WB'[position.turn]}]")
    if start.position:
        parts.append(set_up.write((position.counts(0), position.counts(1))))
        if position.duty is not None and len(position.duty.stages[0]) > 1:
            first, second, *_more = position.duty.stages[0]
            parts.append(f"DI[{first}{second}]")
    if start.cube_value > 1:
        owner = "c" if start.cube_owner is None else "wb"[start.cube_owner]
        parts.append(f"CV[{start.cube_value}]CP[{owner}]")
    return "".join(parts)


def _rules(start: Start) -> dict[str, bool]:
    """The rules of the cube by their names in a file, and whether they are agreed."""
    return {NO_CUBE: not start.cube, BEAVER: start.beaver, RACCOON: start.raccoon}


def _offers(start: Start) -> list[str]:
    """The offers of the cube that wait for an answer at the start, as acts."""
    return [f"\n;{'WB'[(number + start.side) % 2]}[double]" for number in range(len(start.offers))]


def _act(before: Match, event: ev.Event | None) -> str:
    side = "WB"[getattr(event, "side", 0)]
    if isinstance(event, ev.Rolled):
        return f"PL[{side}]DI[{event.dice[0]}{event.dice[1]}]"
    if isinstance(event, ev.TurnPlayed):
        position = before.dice_position()
        turn: Turn = position.complete(event.moves)
        dice = before.dice or (0, 0)
        steps = "".join(letter(step.src, event.side) + letter(step.dst, event.side) for step in turn.steps)
        return f"{side}[{dice[0]}{dice[1]}{steps}]"
    act = acts.act_of(event) if event is not None else None
    return f"{side}[{_WORDS[act or 'double']}]"


def _remarks(node: TreeNode) -> str:
    comment = f"C[{escaped(node.comment)}]" if node.comment else ""
    return f"{SIGNS.get(node.sign, '')}{comment}{_shapes(node.shapes)}"


def _shapes(shapes: tuple[Shape, ...]) -> str:
    """Arrows and marks; places are in light's numbers, as the letters of SGF are White's."""
    marks = "".join(f"[{_place(shape.start)}]" for shape in shapes if not shape.end)
    arrows = "".join(f"[{_place(shape.start)}:{_place(shape.end)}]" for shape in shapes if shape.end)
    return (f"CR{marks}" if marks else "") + (f"AR{arrows}" if arrows else "")


def _place(place: str) -> str:
    return letter(int(place), 0)
