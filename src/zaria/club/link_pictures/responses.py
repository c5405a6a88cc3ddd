"""Sends the pictures of links: drawn one at a time, kept in memory, and at most so many for a visitor."""

import asyncio
import hashlib
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from zaria.club.link_pictures import cards
from zaria.club.link_pictures.cards import ClubMark, PictureCard
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.site.brand import state
from zaria.club.site.i18n import activate_language
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates
from zaria.live.sockets.connection_limits import group, is_local

REQUESTS_A_MINUTE = 60
"""Pictures that one address may request in a minute."""

MOST_WAITING = 8
"""Pictures that wait to be drawn; each takes some 0.05 seconds."""

MOST_KEPT = 128
"""Finished pictures in memory; each has some 30 KB."""

LONG = "public, max-age=604800"
"""Of what does not change any more: a week, because the names in it may be withdrawn."""

SHORT = "public, max-age=300"

_painter = ThreadPoolExecutor(1, "link pictures")
_drawing: dict[str, asyncio.Task[bytes]] = {}
_pictures: BoundedCache[str, bytes] = BoundedCache(MOST_KEPT)


@cache
def rates() -> Rates:
    """Of the pictures that visitors request."""
    return SharedRates("link_pictures", REQUESTS_A_MINUTE)


async def allowed(request: HttpRequest) -> bool:
    """True if the visitor may request one more now; counts it. This machine's own addresses do not count."""
    address = request.META.get("REMOTE_ADDR") or ""
    return is_local(address) or await rates().take_async(group(address), int(time.monotonic() * 1000))


def speak(request: HttpRequest) -> None:
    """Answer in the language that the address of the picture names, or else in the club's."""
    wanted = request.GET.get("lang", "")
    activate_language(request, wanted if wanted in dict(settings.LANGUAGES) else state.current().language)


async def answer(request: HttpRequest, card: PictureCard, *, lasting: bool) -> HttpResponse:
    """Send the picture of a card. `lasting`: its page will show the same next week.

    304 if the visitor has it; 503 if too many others wait for theirs.
    """
    club = cards.club_mark()
    etag = f'"{hashlib.blake2b(cards.digest(card, club), digest_size=12).hexdigest()}"'
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=HTTPStatus.NOT_MODIFIED)
    else:
        body = await _picture(etag, card, club)
        if body is None:
            return too_busy(HTTPStatus.SERVICE_UNAVAILABLE)
        response = HttpResponse(body, content_type="image/png")
        response["Content-Language"] = translation.get_language()
        response["X-Content-Type-Options"] = "nosniff"
    response["ETag"] = etag
    response["Cache-Control"] = LONG if lasting else SHORT
    return response


def too_busy(status: int = HTTPStatus.TOO_MANY_REQUESTS) -> HttpResponse:
    """No picture now."""
    return HttpResponse(status=status, headers={"Retry-After": "60", "Cache-Control": "no-store"})


async def _picture(etag: str, card: PictureCard, club: ClubMark) -> bytes | None:
    """The picture, from memory if it is there; None if too many wait."""
    if (body := _pictures.get(etag)) is not None:
        return body
    task = _drawing.get(etag)
    if task is None:
        if len(_drawing) >= MOST_WAITING:
            return None
        task = _drawing[etag] = asyncio.create_task(_draw(etag, card, club))
    return await asyncio.shield(task)


async def _draw(etag: str, card: PictureCard, club: ClubMark) -> bytes:
    try:
        body = await asyncio.get_running_loop().run_in_executor(_painter, cards.draw, card, club)
    finally:
        del _drawing[etag]
    _pictures.put(etag, body)
    return body
