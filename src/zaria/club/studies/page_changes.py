"""The nodes of a chapter that have changed since its page was sent, which alone the page draws anew."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse

from zaria.club.studies import pages, queries
from zaria.club.studies.models import StudyChapter
from zaria.club.studies.move_list import MoveToken, tokens_of
from zaria.club.studies.pages import ChapterLine, number_of
from zaria.club.studies.queries import Access
from zaria.studies.chapter import Family
from zaria.studies.differences import TreeDifference

MOST_DRAWN = 200
"""Nodes that are drawn one by one; of more the whole list is sent."""


class HeldPage(NamedTuple):
    """The state that a page shows: a revision of the chapter, and the line to the node `tip`."""

    revision: int
    tip: int


def held_page(fields: QueryDict) -> HeldPage | None:
    """Return what a page says that it has (`held`: "12.345"); None for one that says nothing."""
    revision, _dot, tip = fields.get("held", "").partition(".")
    held = HeldPage(number_of(revision, -1), number_of(tip, -1))
    return held if min(held) >= 0 else None


def answer_for(
    access: Access, row: StudyChapter, shown: ChapterLine, held: HeldPage | None
) -> dict[str, Any]:
    """Return a line for a page: what differs from what it has, or all where that is not known."""
    touched = None if held is None else queries.touched_since(row, held.revision)
    whole = pages.line_answer(access, row, shown)
    if held is None or touched is None or touched.is_reordered:
        return whole | {"list": pages.move_list(access, row, shown)}
    redrawn = _redrawn(shown.relations, touched)
    if len(redrawn) > MOST_DRAWN:
        return whole | {"list": pages.move_list(access, row, shown)}
    keep = _shared_length(shown, held.tip)
    sheet, line = whole["sheet"], whole["line"]
    sheet["nodes"] = [
        node
        for place, node in enumerate(sheet["nodes"])
        if place >= keep or place == shown.at or node["id"] in redrawn
    ]
    return whole | {
        "line": {"keep": keep, "frames": line["frames"][keep:], "stops": line["stops"]},
        "edits": {"removed": touched.removed, "drawn": list(_edits(access, row, shown, redrawn, touched))},
    }


def _redrawn(relations: Family, touched: TreeDifference) -> set[int]:
    """The nodes to draw: those that were touched, and the next two, whose numbers may be written now."""
    drawn, latest = set(touched.added), [number for number in touched.changed if number in relations.nodes]
    for _ply in range(3):
        drawn.update(latest)
        latest = [following for number in latest for following in relations.children[number][:1]]
    return drawn


def _edits(
    access: Access, row: StudyChapter, shown: ChapterLine, redrawn: Iterable[int], touched: TreeDifference
) -> Iterable[dict[str, Any]]:
    """The moves to draw, a parent before its children.

    A new one continues the line of the node `after`, or is the last variation of it.
    """
    address = reverse("study_chapter", args=[access.study.pk, row.pk])
    added, wanted = set(touched.added), set(redrawn)
    moves = {
        token.node: token
        for token in (tokens_of(shown.chapter, shown.relations) if wanted else ())
        if token.kind == "move" and token.node in wanted
    }
    for number, token in sorted(moves.items()):
        edit: dict[str, Any] = {"node": number}
        tokens = [token]
        if number in added:
            first = shown.relations.children[token.parent][0]
            is_variation = first != number
            edit |= {"after": first if is_variation else token.parent, "is_variation": is_variation}
            if is_variation:
                tokens = [MoveToken("open"), token, MoveToken("close")]
        context = {"tokens": tokens, "node": shown.node, "address": address}
        yield edit | {"html": render_to_string("zaria/studies/_moves.html", context).strip()}


def _shared_length(shown: ChapterLine, tip: int) -> int:
    """The number of nodes that the line has in common with the one to `tip`: their frames are the same."""
    if tip not in shown.relations.nodes:
        return 0
    pairs = zip(shown.nodes, shown.relations.line(tip), strict=False)
    return next(
        (place for place, (node, held) in enumerate(pairs) if node.id != held.id),
        min(len(shown.nodes), len(shown.relations.line(tip))),
    )
