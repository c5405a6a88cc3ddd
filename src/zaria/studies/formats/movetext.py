"""Chapters as PGN and PDN: each chapter a game with its variations, comments and signs.

Arrows and marks of chess are written as other programs do: `[%cal Ge2e4]`, `[%csl Rd4]`.
"""

from collections.abc import Iterator

from zaria import games
from zaria.match.match import Match
from zaria.records.formats import movetext, pdn, pgn
from zaria.records.formats.pgn import CHESS960
from zaria.studies import acts
from zaria.studies.chapter import ROOT, ChapterTree, Family, Shape, TreeNode, family

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The numbers of the signs in PGN."""
STUDY_TAG, CHAPTER_TAG = "StudyName", "ChapterName"
_COLUMNS = 80


def can_hold(form: str, game: str) -> bool:
    """Return whether chapters of a game can be written as `form`, "pgn" or "pdn"."""
    return game in (pgn.GAMES if form == "pgn" else pdn.GAME_TYPES)


def write(chapter: ChapterTree, form: str, event: str, site: str) -> str:
    """Return a chapter of the study `event` at the address `site` as a game of "pgn" or "pdn"."""
    relations = family(chapter)
    tags = [f'[{name} "{movetext.escaped(value)}"]' for name, value in _tags(chapter, form, event, site)]
    words = [*_Writer(chapter, relations, form).words(), "*"]
    return "\n".join([*tags, "", *_wrapped(words), ""])


def _tags(chapter: ChapterTree, form: str, event: str, site: str) -> Iterator[tuple[str, str]]:
    start = chapter.start
    yield "Event", f"{event}: {chapter.title}"
    yield "Site", site
    yield "Date", "????.??.??"
    yield "Round", "-"
    yield "White", chapter.names[0] or "?"
    yield "Black", chapter.names[1] or "?"
    yield "Result", "*"
    yield STUDY_TAG, event
    yield CHAPTER_TAG, chapter.title
    if form == "pdn":
        yield "GameType", pdn.GAME_TYPES[start.game]
        yield "Generator", pdn.GENERATOR
    if start.game in pdn.VARIANTS:
        yield "Variant", pdn.VARIANTS[start.game]
    if start.game == CHESS960:
        yield "Variant", "Chess960"
    if start.position or start.game == CHESS960:
        position = start.position or games.board_game(start.game, **start.options).start().to_text()
        yield "SetUp", "1"
        yield "FEN", position.partition(";")[0]


class _Writer:
    """Writes the tree of a chapter; `matches` are those of the nodes whose moves are written."""

    def __init__(self, chapter: ChapterTree, relations: Family, form: str) -> None:
        self.relations = relations
        self.form = form
        self.matches: dict[int, Match] = {ROOT: acts.begin(chapter.start)}
        self.first = self.matches[ROOT].board_game().first

    def words(self) -> Iterator[str]:
        """The words of the movetext, comments split at their blanks."""
        root = self.relations.nodes[ROOT]
        yield from self._comment(root)
        # What is still to be written, the next part last: brackets, nodes and whether their numbers stand.
        waiting: list[tuple[TreeNode, bool] | str] = self._following(ROOT, is_first=True)
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                yield part
                continue
            node, is_first = part
            yield from self._move(node, is_first=is_first)
            siblings = self.relations.children[node.parent]
            variations = siblings[1:] if siblings[0] == node.id else []
            has_remark = bool(variations or node.comment or (node.shapes and self.form == "pgn"))
            waiting += self._following(node.id, is_first=has_remark)
            for number in reversed(variations):
                waiting += [")", (self.relations.nodes[number], True), "("]

    def _following(self, node: int, *, is_first: bool) -> list[tuple[TreeNode, bool] | str]:
        return [(self.relations.nodes[number], is_first) for number in self.relations.children[node][:1]]

    def _move(self, node: TreeNode, *, is_first: bool) -> Iterator[str]:
        before = self.matches[node.parent]
        self.matches[node.id] = acts.play(before, node.act).match
        ply = before.board_position().plies
        ply += (before.turn != self.first) ^ (ply % 2)  # a position that was set up begins anywhere
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}."
        elif is_first:
            yield f"{ply // 2 + 1}..."
        yield node.name if self.form == "pgn" else pdn.written(before.board_position(), node.act)
        if node.sign:
            yield f"${GLYPHS[node.sign]}"
        yield from self._comment(node)

    def _comment(self, node: TreeNode) -> Iterator[str]:
        shapes = _shapes(node.shapes) if self.form == "pgn" else ""
        comment = " ".join(node.comment.replace("{", "(").replace("}", ")").replace("[%", "[ %").split())
        text = " ".join(part for part in (shapes, comment) if part)
        if text:
            yield from f"{{{text}}}".split()


def _shapes(shapes: tuple[Shape, ...]) -> str:
    """The drawings of a node as `[%csl …] [%cal …]`."""
    marks = [f"{shape.colour[0].upper()}{shape.start}" for shape in shapes if not shape.end]
    arrows = [f"{shape.colour[0].upper()}{shape.start}{shape.end}" for shape in shapes if shape.end]
    parts = [f"[%{name} {','.join(drawn)}]" for name, drawn in (("csl", marks), ("cal", arrows)) if drawn]
    return " ".join(parts)


def _wrapped(words: list[str]) -> Iterator[str]:
    """Lines of words; a bracket stands at its word."""
    line = ""
    for word in words:
        is_glued = not line or word == ")" or line.endswith("(")
        joined = f"{line}{word}" if is_glued else f"{line} {word}"
        if len(joined) > _COLUMNS and not is_glued:
            yield line
            joined = word
        line = joined
    yield line
