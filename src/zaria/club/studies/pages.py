"""The data of the page of a chapter."""

from typing import Any, NamedTuple

import msgspec
from django.template.loader import render_to_string
from django.urls import reverse

from zaria.club.games.catalogue import TITLES
from zaria.club.matches.replay.frames import line_context, line_data, presenter_of
from zaria.club.matches.replay.narration import Names
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.move_list import tokens_of
from zaria.club.studies.queries import Access, lead_of
from zaria.club.studies.texts import ACTS
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.records.replay import Frame
from zaria.studies import acts
from zaria.studies.acts import follow
from zaria.studies.chapter import ROOT, ChapterTree, Family, TreeNode, family
from zaria.studies.frames import frames_of


class ChapterLine(NamedTuple):
    """A line of a chapter as its page steps through it, and the place in it."""

    chapter: ChapterTree
    relations: Family
    nodes: list[TreeNode]
    frames: list[Frame]
    at: int

    @property
    def node(self) -> TreeNode:
        """The node that is shown."""
        return self.nodes[self.at]

    @property
    def names(self) -> Names:
        """The names of the sides."""
        first, second = self.chapter.names
        light, dark = presenter_of(self.frames[0].now).sides
        return first or light, second or dark


def line_through(chapter: ChapterTree, node: int) -> ChapterLine:
    """Return the line over a node to its end, at that node; a node that is gone is the root."""
    relations = family(chapter)
    node = node if node in relations.nodes else ROOT
    nodes = relations.main_line(node)
    at = len(relations.line(node)) - 1
    return ChapterLine(chapter, relations, nodes, frames_of(chapter.start, nodes), at)


def chapter_context(access: Access, row: StudyChapter, shown: ChapterLine) -> dict[str, Any]:
    """Return the page of a chapter at a place."""
    start = shown.chapter.start
    near = near_side(acts.begin(start))
    context = line_context(shown.frames, shown.at, near, shown.names, start.options, cube=start.cube)
    return context | {
        "here": "studies",
        "study": access.study,
        "access": access,
        "row": row,
        "game": start.game,
        "title": TITLES[start.game],
        "hides_score": not start.length,
        "address": reverse("study_chapter", args=[access.study.pk, row.pk]),
        "tokens": list(tokens_of(shown.chapter, shown.relations)),
        "node": shown.node,
        "sheet": line_sheet(access, row, shown),
    }


def near_side(match: Match) -> int:
    """Return the side below at the start of a chapter: the one on roll, on squares that of the game."""
    return int(not match.game.light_below) if match.game.is_board else match.turn


def line_sheet(access: Access, row: StudyChapter, shown: ChapterLine) -> dict[str, Any]:
    """Return what the script of the page needs beside the frames: the nodes and their texts."""
    return {
        "path": reverse("study_chapter", args=[access.study.pk, row.pk]),
        "revision": row.revision,
        "chapter": row.pk,
        "lead": lead_of(access.study),
        "may_write": access.may_write,
        "at": shown.at,
        "nodes": [
            {
                "id": node.id,
                "parent": node.parent,
                "sign": node.sign,
                "comment": node.comment,
                "shapes": node.shapes,
                "count": len(shown.relations.below(node.id)) if place == shown.at else 0,
            }
            for place, node in enumerate(shown.nodes)
        ],
    }


def line_answer(access: Access, row: StudyChapter, shown: ChapterLine) -> dict[str, Any]:
    """Return a line for the script of the page: its frames and its nodes."""
    start = shown.chapter.start
    return {
        "line": line_data(shown.frames, shown.names, start.options, cube=start.cube),
        "sheet": line_sheet(access, row, shown),
        "title": row.title,
        "node": shown.node.id,
    }


def move_list(access: Access, row: StudyChapter, shown: ChapterLine) -> str:
    """Return the whole list of moves as HTML."""
    context = {
        "tokens": list(tokens_of(shown.chapter, shown.relations)),
        "node": shown.node,
        "address": reverse("study_chapter", args=[access.study.pk, row.pk]),
    }
    return render_to_string("zaria/studies/_moves.html", context).strip()


def entry_of(chapter: ChapterTree, node: int) -> dict[str, Any]:
    """Return what can be played after a node: a roll, a turn or a move on the board, acts of the cube.

    Raises `KeyError` for a node that is gone.
    """
    relations = family(chapter)
    match = follow(chapter.start, relations.line(node))[-1].match
    is_over = acts.is_over(match)
    possible = acts.cube_acts(match)
    return {
        "node": node,
        "count": len(relations.below(node)),
        "ways": None if is_over or match.phase != "move" else _ways(match),
        "roll": not is_over and match.phase == "roll",
        "acts": [(act, str(ACTS[act])) for act in possible],
        "pass": not is_over and match.phase == "move" and _has_no_move(match),
    }


def _ways(match: Match) -> dict[str, Any] | None:
    """All legal turns as the board of a table has them; None where nothing can be played."""
    play = play_of(match)
    tree, effects, ways = play.tree(match), play.effects(match), play.moves(match)
    if _has_no_move(match):
        return None
    return {
        "side": match.turn,
        "tree": None if tree is None else msgspec.Raw(tree),
        "effects": None if effects is None else msgspec.Raw(effects),
        "ways": ways,
    }


def _has_no_move(match: Match) -> bool:
    return not match.position.game.is_board and match.dice_position().tree_json() == b"[[]]"


def number_of(text: str, otherwise: int, most_digits: int = 6) -> int:
    """Return a number of an address, or another for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= most_digits else otherwise
