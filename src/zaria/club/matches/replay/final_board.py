"""The last position of a match that is over, for the small boards of other pages."""

from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from zaria.club.site.asgi import live_of
from zaria.match.match import Match
from zaria.match.view import view

FIELDS = (
    "now", "phase", "turn", "men", "pins", "dice", "cube", "mirror", "parallel", "hand", "squares", "size",
    "light_below",
)  # fmt: skip
"""Fields of the view that `js/ui/small_board.js` draws; none of them is about the players."""


@require_safe
async def final_board(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the last position as JSON; it never changes, so browsers may keep it."""
    match = await live_of(request).match(match_id)
    if match is None or match.phase != "over":
        raise Http404
    response = HttpResponse(msgspec.json.encode(_fields(match)), content_type="application/json")
    response["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


def _fields(match: Match) -> dict[str, Any]:
    shown = view(match)
    return {name: getattr(shown, name) for name in FIELDS}
