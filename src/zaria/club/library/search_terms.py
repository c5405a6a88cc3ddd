"""The fields in the address of a search that those by position and by pattern share."""

from django.http import HttpRequest

from zaria.bots.analysis import marks
from zaria.club.library import queries


def scope_of(request: HttpRequest) -> queries.Scope:
    """Return the matches that the address asks for; all of them if it names none."""
    name = request.GET.get("in", "")
    return next((scope for scope in queries.SCOPES if scope == name), "all")


def turns_of(request: HttpRequest, game: str) -> queries.TurnFilter:
    """Return the turns that the address asks for; all of them if it names none."""
    result, mark = request.GET.get("result", ""), request.GET.get("loss", "")
    lines = marks.of(marks.unit_of(game))
    loss = {"error": lines.error, "blunder": lines.blunder}.get(mark, 0.0)
    return queries.TurnFilter(
        "won" if result == "won" else "lost" if result == "lost" else "", round(1000 * loss)
    )


def context_of(request: HttpRequest) -> dict[str, str]:
    """Return the fields as a page shows them."""
    return {
        "scope": scope_of(request),
        "result": request.GET.get("result", ""),
        "loss": request.GET.get("loss", ""),
    }
