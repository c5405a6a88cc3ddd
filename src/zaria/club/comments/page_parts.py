"""The comments under a page that has some."""

from functools import partial

from django.http import HttpRequest

from zaria.club.comments.comment_places import may_be_place, place_of_path
from zaria.club.comments.panel import Panel, panel
from zaria.club.site.http.page_head import PagePart, Reading, register


def _plan(request: HttpRequest) -> Reading[Panel | None] | None:
    if request.method != "GET" or not may_be_place(request.path) or "part" in request.GET:
        return None
    return Reading(partial(_panel, request))


def _panel(request: HttpRequest) -> Panel | None:
    place = place_of_path(request.path)
    return None if place is None else panel(request, place)


COMMENTS: PagePart[Panel | None] = register(PagePart("comments", None, _plan))
"""The panel of comments; None for a page without."""
