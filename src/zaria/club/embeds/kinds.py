"""The pages that other sites may show in a frame, by the names of their addresses."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, QueryDict
from django.utils.translation import gettext as _

from zaria.club.games.catalogue import TITLES
from zaria.club.matches.replay import link_cards
from zaria.club.matches.replay.position_query import read_position
from zaria.club.matches.replay.public_record import is_over
from zaria.club.puzzles import pages as puzzle_pages
from zaria.club.puzzles import queries as puzzles
from zaria.club.site.asgi import live_of
from zaria.club.studies.embed_views import open_chapter
from zaria.club.tournaments import queries as tournaments
from zaria.club.tournaments import roles
from zaria.club.tournaments.models import Tournament
from zaria.match.events import Cancelled
from zaria.records.replay import replay

Parts = Mapping[str, Any]
"""The parts of an address: ids, games, numbers."""


class EmbedKind(NamedTuple):
    """A kind of pages. `fields` are those of their query that the frame takes, too.

    `title` returns the title of a page that every stranger may see; it raises `Http404` for another one.
    """

    title: Callable[[HttpRequest, Parts, QueryDict], Awaitable[str]]
    fields: tuple[str, ...] = ()


async def _match_title(request: HttpRequest, parts: Parts, _fields: QueryDict) -> str:
    live = live_of(request)
    events, seats = await live.record(parts["match_id"]), await live.seats(parts["match_id"])
    if (
        events is None
        or seats is None
        or not is_over(events)
        or any(isinstance(event, Cancelled) for event in events)
    ):
        raise Http404
    names = await sync_to_async(link_cards.visible_names)(seats)
    record = await sync_to_async(replay, thread_sensitive=False)(events)
    return link_cards.result_title(record.match, names)


@sync_to_async
def _position_title(_request: HttpRequest, parts: Parts, fields: QueryDict) -> str:
    if read_position(fields, parts["game"]).wrong:
        raise Http404
    word = _("Position")
    return f"{word}: {TITLES[parts['game']]}"


@sync_to_async
def _puzzle_title(_request: HttpRequest, parts: Parts, _fields: QueryDict) -> str:
    puzzle = puzzle_pages.puzzle_or_404(parts["puzzle_id"])
    if puzzles.is_hidden(puzzle.id):
        raise Http404
    word = _("Puzzle")
    return f"{word}: {TITLES[puzzle.game]}"


@sync_to_async
def _study_title(_request: HttpRequest, parts: Parts, _fields: QueryDict) -> str:
    access, _row = open_chapter(parts["study_id"], parts.get("chapter_id"))
    return access.study.title


@sync_to_async
def _tournament_title(_request: HttpRequest, parts: Parts, _fields: QueryDict) -> str:
    row = Tournament.objects.filter(pk=parts["tournament_id"]).first()
    if row is None or not roles.may_open(None, row):
        raise Http404
    return tournaments.title_of(row)


KINDS: Mapping[str, EmbedKind] = {
    "table": EmbedKind(_match_title, ("at",)),
    "replay": EmbedKind(_match_title, ("at",)),
    "position": EmbedKind(_position_title, ("p", "side", "set", "near", "cube")),
    "puzzle": EmbedKind(_puzzle_title),
    "study": EmbedKind(_study_title, ("node",)),
    "study_chapter": EmbedKind(_study_title, ("node",)),
    "tournament": EmbedKind(_tournament_title),
}
