"""Chapters from other pages: of a match, a position, a puzzle, a lesson.

A source is named `KIND:KEY` in the address: `match` and `puzzle` with an id, `position` with a game, whose
position is the rest of the address, `lesson` with a game.
"""

from collections.abc import Sequence
from typing import NamedTuple

import brotli
from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from msgspec.structs import replace

from zaria.bots.analysis import VERSION, decode
from zaria.bots.analysis.shape import Decision
from zaria.club.games import answer_words
from zaria.club.games.catalogue import TITLES
from zaria.club.learn.lesson_texts import lesson_texts
from zaria.club.matches.analysis.models import DONE, Analysis
from zaria.club.matches.analysis.running_matches import silence_about
from zaria.club.matches.replay import link_cards
from zaria.club.matches.replay.narration import Names
from zaria.club.matches.replay.position_query import read_position
from zaria.club.matches.replay.public_record import is_over
from zaria.club.puzzles import boards, words
from zaria.club.puzzles.catalogue import find
from zaria.club.site.asgi import live_of
from zaria.club.studies.starts import start_of
from zaria.games.registry import BOARD_GAMES
from zaria.lessons.lesson import LessonBoard
from zaria.lessons.shipped_lessons import games_with_lessons, lesson
from zaria.match.events import Event
from zaria.studies.chapter import LONGEST_TITLE, MOST_CHAPTERS, ChapterTree, Shape
from zaria.studies.from_match import GameChapter, games_of, start_at
from zaria.studies.from_match import start_of as start_of_match

SIGNS = {"inaccuracy": "?!", "error": "?", "blunder": "??"}
"""The signs of an analysis's marks."""


class StudySource(NamedTuple):
    """Chapters from another page: what they are called together, and the page itself."""

    title: str
    chapters: list[ChapterTree]
    back: str


async def source_of(request: HttpRequest) -> StudySource:
    """Return what the address names (`from`); raises `Http404`."""
    kind, _colon, key = request.GET.get("from", "").partition(":")
    if kind == "match":
        return await _match(request, key)
    if kind == "position":
        return await sync_to_async(_position)(request, key)
    if kind == "puzzle":
        return await sync_to_async(_puzzle)(key)
    if kind == "lesson":
        return await sync_to_async(_lesson)(key)
    raise Http404


async def _match(request: HttpRequest, match_id: str) -> StudySource:
    live = live_of(request)
    events = await live.record(match_id)
    if events is None or not is_over(events):
        raise Http404
    names = await sync_to_async(link_cards.visible_names)(await live.seats(match_id) or (None, None))
    silence = await silence_about(request, match_id)
    is_silent = silence.whole or silence.lines
    decisions = () if is_silent else await sync_to_async(_decisions)(match_id)
    return await sync_to_async(_games, thread_sensitive=False)(match_id, events, names, decisions)


def _games(
    match_id: str, events: Sequence[Event], names: Names, decisions: Sequence[Decision]
) -> StudySource:
    played = games_of(events)[:MOST_CHAPTERS]
    if not played:
        raise Http404
    title = f"{names[0]} – {names[1]}"
    chapters = []
    for number, game in enumerate(played, 1):
        name = title if len(played) == 1 else _("Game %(n)s") % {"n": number}
        chapter = replace(game.chapter, title=name[:LONGEST_TITLE], names=names)
        chapters.append(_marked(GameChapter(chapter, game.frames), decisions))
    return StudySource(title[:LONGEST_TITLE], chapters, reverse("replay", args=[match_id]))


def _decisions(match_id: str) -> Sequence[Decision]:
    """The decisions of the deepest analysis of a match that an analysis marks."""
    rows = Analysis.objects.filter(match_id=match_id, version=VERSION, state=DONE, body__isnull=False)
    row = rows.order_by("-effort").first()
    if row is None or row.body is None:
        return ()
    analysis = decode(brotli.decompress(bytes(row.body)))
    return [decision for decision in analysis.decisions if decision.mark and decision.best]


def _marked(game: GameChapter, decisions: Sequence[Decision]) -> ChapterTree:
    """The chapter with the errors that an analysis found, and what was better."""
    chapter = game.chapter
    frames = game.frames
    by_node = {frames[decision.frame]: decision for decision in decisions if decision.frame in frames}
    is_board = chapter.start.game in BOARD_GAMES
    nodes = []
    for node in chapter.nodes:
        decision = by_node.get(node.id)
        if decision is not None and node.act:
            loss = answer_words.loss_text(decision.loss, is_board=is_board)
            text = _("Better: %(turn)s (it gains %(loss)s).") % {"turn": decision.best, "loss": loss}
            node = replace(node, sign=SIGNS.get(decision.mark, ""), comment=text)
        nodes.append(node)
    return replace(chapter, nodes=tuple(nodes))


def _position(request: HttpRequest, game: str) -> StudySource:
    shown = read_position(request.GET, game)
    if shown.wrong:
        raise Http404
    start = start_of(game, shown.options, shown.parsed, cube=shown.cube)
    word = _("Position")
    title = f"{word}: {TITLES[game]}"
    query = request.GET.copy()
    query.pop("from")
    back = f"{reverse('position', args=[game])}?{query.urlencode()}"
    return StudySource(title, [ChapterTree(start, title)], back)


def _puzzle(puzzle_id: str) -> StudySource:
    """The position of a puzzle, without its answer."""
    puzzle = find(puzzle_id)
    if puzzle is None:
        raise Http404
    start = start_of_match(boards.match_of(puzzle, ""))
    word = _("Puzzle")
    title = f"{word}: {TITLES[puzzle.game]}"
    chapter = ChapterTree(start, title)
    root = replace(chapter.nodes[0], comment=f"{words.situation(puzzle)}.")
    back = reverse("puzzle", args=[puzzle_id])
    return StudySource(title, [replace(chapter, nodes=(root,))], back)


def _lesson(game: str) -> StudySource:
    if game not in games_with_lessons():
        raise Http404
    goals = lesson_texts(get_language() or "en").goal
    word = pgettext("of a game", "Lesson")
    title = f"{word}: {TITLES[game]}"
    chapters = [_board(board, goals[board.goal]) for board in lesson(game).boards[:MOST_CHAPTERS]]
    return StudySource(title, chapters, reverse("lesson", args=[game]))


def _board(board: LessonBoard, goal: str) -> ChapterTree:
    """A board of a lesson: what it asks for is the comment, and its marks are drawn."""
    chapter = ChapterTree(start_at(board.before, {}), goal[:LONGEST_TITLE])
    shapes = tuple(Shape(_place(board, place)) for place in board.mark)
    return replace(chapter, nodes=(replace(chapter.nodes[0], comment=goal, shapes=shapes),))


def _place(board: LessonBoard, place: int | str) -> str:
    """A place of a lesson, whose points are in the numbers of the side that plays, in light's."""
    before = board.before
    if isinstance(place, str) or before.game.is_board or before.turn == 0 or not 0 < place < 25:
        return str(place)
    return str((place + 12 - 1) % 24 + 1 if before.game.parallel else 25 - place)
