"""Middleware through which a form that is sent twice takes effect once."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from zaria.club.site.http import errors, submissions
from zaria.club.site.http.loop_middleware import next_response
from zaria.club.site.http.request_values import RequestValue

IDEMPOTENT = {
    "admin:login": "signs in: after signing out, the same form has to sign in again",
    "admin:logout": "signs out: nothing is signed in afterwards",
    "admin:password_change": "sets a value, and asks for the old one",
    "keep": "stores settings as they are now",
    "favourites": "stores whether a game has a star",
    "language": "stores a choice",
    "look": "stores a choice",
}
"""Names of views whose forms may run again, with the reason."""
_SUBMISSION = RequestValue("submission", "")
"""The key under which the answer to a form is stored; "" for a request that stores none."""
UNGUARDED = "allauth."
"""The package whose views sign in and out, or ask for a password: their repeats run again."""


def takes_effect_once(view_module: str, view_name: str) -> bool:
    """Return whether the forms of a view take effect once."""
    return not view_module.startswith(UNGUARDED) and view_name not in IDEMPOTENT


class OnceMiddleware(MiddlewareMixin):
    """Runs a form's view once for each nonce; a form of an earlier release has none and always runs."""

    sync_capable = False

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, and store the answer to a submission."""
        response = await next_response(self, request)
        key = _SUBMISSION.of(request)
        if key:
            # a visitor who becomes a guest by this answer needs its cookies, and those are not stored
            is_repeatable = bool(_player_id(request)) or not response.cookies
            await submissions.settle(key, response, is_repeatable=is_repeatable)
        return response

    async def process_view(
        self, request: HttpRequest, view: Callable[..., Any], arguments: Any, keywords: Any
    ) -> HttpResponseBase | None:
        """Return the answer to the first submission of this form, if it has one."""
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        nonce = request.POST.get(submissions.FIELD, "")
        match = request.resolver_match
        if not submissions.is_nonce(nonce) or match is None:
            return None
        if not takes_effect_once(view.__module__, match.view_name):
            return None
        visitor = _player_id(request) or str(request.META.get("CSRF_COOKIE", ""))
        content = submissions.form_digest(request)
        key = submissions.digest(("form", visitor, request.get_full_path(), content))
        try:
            response = await submissions.reserve(key, content)
        except submissions.UnansweredError:
            return _unanswered(request)
        if response is None:
            _SUBMISSION.set(request, key)
        return response


def _player_id(request: HttpRequest) -> str:
    player = getattr(request, "player", None)
    return "" if player is None else str(player.id)


def _unanswered(request: HttpRequest) -> HttpResponseBase:
    text = _("We can't tell whether it took effect. Please check, then open the form again.")
    return errors.page(request, HTTPStatus.CONFLICT, _("This form has already been sent"), text)
