"""The parts that pages are made of, each once, as the running style sheets draw them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from zaria.club.accounts.mail import shows_mails

COLOURS = (
    "bg", "card", "well", "line", "edge", "ink", "soft", "accent", "tint", "felt", "madder", "ok", "danger",
    "info", "warn", "felt-pale", "danger-pale", "info-pale", "warn-pale",
)  # fmt: skip
"""Tokens of `css/app/tokens.css` that are colours."""


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Show each component once; only to visitors who may read the mails of a club in development."""
    if not shows_mails(request):
        raise Http404
    return render(request, "zaria/styleguide.html", {"colours": COLOURS})
