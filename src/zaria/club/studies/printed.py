"""A chapter on paper: its moves, with small boards at the start and where something is explained."""

from typing import Any, NamedTuple

from django.utils.safestring import SafeString

from zaria.club.games import pictures
from zaria.club.games.positions import TablesPosition, small_position
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.move_list import MoveToken, tokens_of
from zaria.club.studies.pages import near_side
from zaria.match.match import Match
from zaria.studies import acts
from zaria.studies.chapter import ROOT, ChapterTree, Family, family

MOST_BOARDS = 24
"""Small boards of a chapter, the start among them."""


class PrintedMove(NamedTuple):
    """A move with its whole comment and a small board, "" for none, and the brackets around it."""

    token: MoveToken
    comment: str
    picture: SafeString | str
    opening: str = ""
    closing: str = ""

    @property
    def label(self) -> str:
        """The number of the move behind its bracket."""
        return f"{self.opening}{self.token.number}"

    @property
    def text(self) -> str:
        """The act with its verdict, and the bracket that closes after it unless a comment comes first."""
        return f"{self.token.text}{self.token.sign}{'' if self.comment else self.closing}"


class PrintedChapter(NamedTuple):
    """A chapter: its title, its game, its start with a comment, and its moves."""

    title: str
    game: str
    game_title: Any
    picture: SafeString
    comment: str
    moves: list[PrintedMove]


def printed_chapter(row: StudyChapter, chapter: ChapterTree, game_title: Any) -> PrintedChapter:
    """Return a chapter as it is printed."""
    relations = family(chapter)
    start = acts.begin(chapter.start)
    near = near_side(start)
    moves: list[PrintedMove] = []
    boards, opening = 1, ""
    for token in tokens_of(chapter, relations):
        if token.kind == "open":
            opening += "("
            continue
        if token.kind == "close":
            moves[-1] = moves[-1]._replace(closing=f"{moves[-1].closing})")
            continue
        node = relations.nodes[token.node]
        picture: SafeString | str = ""
        if (node.comment or node.shapes) and boards < MOST_BOARDS:
            picture = _picture(_match_at(chapter, relations, node.id), near)
            boards += 1
        moves.append(PrintedMove(token, node.comment, picture, opening))
        opening = ""
    comment = relations.nodes[ROOT].comment
    return PrintedChapter(row.title, row.game, game_title, _picture(start, near), comment, moves)


def _match_at(chapter: ChapterTree, relations: Family, node: int) -> Match:
    return acts.follow(chapter.start, relations.line(node))[-1].match


def _picture(match: Match, near: int) -> SafeString:
    position = small_position(match.position, near)
    if isinstance(position, TablesPosition) and match.phase == "move":
        position = position._replace(dice=acts.stage_of(match.position), turn=match.turn)
    return pictures.position_board(match.position.game.id, position)
