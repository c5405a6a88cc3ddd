"""The answer by which another site shows a page of the club in a frame: oEmbed 1.0, in JSON."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_safe

from zaria.club.embeds.kinds import KINDS
from zaria.club.link_pictures import responses
from zaria.club.site.brand import state
from zaria.club.site.http.frames import FRAME, FrameSize, frame_code

_MOST_DIGITS = 5


@require_safe
async def oembed(request: HttpRequest) -> HttpResponse:
    """Send the frame of a page (`url`), at most `maxwidth` and `maxheight` pixels large."""
    if request.GET.get("format", "json") != "json":
        return HttpResponse(status=HTTPStatus.NOT_IMPLEMENTED)
    size = FrameSize(
        _limited(request.GET.get("maxwidth", ""), FRAME.width),
        _limited(request.GET.get("maxheight", ""), FRAME.height),
    )
    responses.speak(request)
    try:
        address = urlsplit(request.GET.get("url", ""))
        page = resolve(address.path)
    except (ValueError, Resolver404) as error:
        raise Http404 from error
    kind = KINDS.get(page.url_name or "")
    if kind is None or address.netloc != request.get_host():
        raise Http404
    fields = QueryDict(address.query)
    title = await kind.title(request, page.kwargs, fields)
    query = urlencode([(name, value) for name in kind.fields for value in fields.getlist(name)], safe=":=;,/")
    answer: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": state.current().name,
        "provider_url": request.build_absolute_uri("/"),
        "html": frame_code(request, address.path.removesuffix("/replay"), query, size),
        **size._asdict(),
    }
    return JsonResponse(answer)


def _limited(text: str, most: int) -> int:
    """The width or height within a limit of the address, "" for none; raises `BadRequest`."""
    if not text:
        return most
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS and int(text)):
        raise BadRequest
    return min(int(text), most)
