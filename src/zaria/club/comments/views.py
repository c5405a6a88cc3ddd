"""Writing and removing comments; they are shown under the pages that they are about."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from zaria.club.accounts.requests import signed_in_member
from zaria.club.comments import actions
from zaria.club.comments.comment_places import CommentPlace, find_place
from zaria.club.comments.panel import panel
from zaria.club.site.text.plain_text import RefusedTextError


@require_POST
@login_required
def write(request: HttpRequest) -> HttpResponse:
    """Add a comment, and lead back to its page; a refusal stands beside the text."""
    place = _place(request.POST.get("place", ""))
    text = request.POST.get("text", "")
    try:
        actions.write(signed_in_member(request), place, text)
    except RefusedTextError as refused:
        context = {"comments": panel(request, place, str(refused), text)}
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "zaria/comments.html", context, status=status)
    return HttpResponseRedirect(f"{place.path}#comments")


@require_POST
@login_required
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Remove a comment of one's own."""
    name = actions.remove_own(signed_in_member(request), number)
    if name is None:
        raise Http404
    messages.success(request, _("Comment removed."))
    return HttpResponseRedirect(f"{_place(name).path}#comments")


def _place(name: str) -> CommentPlace:
    place = find_place(name)
    if place is None:
        raise Http404
    return place
