"""Errors in one shape: `{"code": …, "text": …}`, the text in the caller's language."""

import logging
from collections.abc import Iterable
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from ninja.errors import AuthenticationError, HttpError, ValidationError

from zaria.club.site import i18n
from zaria.club.site.http.outages import outage_of
from zaria.live.config import SENTENCES

log = logging.getLogger(__name__)

TEXTS: dict[str, tuple[int, Any]] = {
    "bad_answer": (422, _("This turn is not possible here.")),
    "bad_cursor": (422, _("Invalid cursor: use one that an earlier page returned.")),
    "bad_field": (422, _("Invalid value for “%(what)s”.")),
    "bad_json": (400, _("The request body is not valid JSON.")),
    "bad_key": (422, _("Idempotency-Key: use 1 to 255 ASCII characters without spaces.")),
    "bad_options": (422, _("Unknown options for this game: %(what)s")),
    "bad_position": (422, _("Not a position of this game: %(what)s")),
    "bad_terms": (422, _("“%(field)s”: %(what)s")),
    "bad_token": (401, _("This token is not valid, or no longer valid.")),
    "busy": (503, _("The server is busy. Try again in a moment.")),
    "cancelled": (404, _("The table was cancelled")),
    "consent_needed": (
        403,
        _("The club's rules and terms have changed. Sign in on the site and accept them."),
    ),
    "csrf": (403, _("Send a CSRF token from a page, or an API token from a program.")),
    "game_over": (422, _("The game is over in this position.")),
    "hidden": (403, _("This member doesn't show their games.")),
    "key_reused": (422, _("This Idempotency-Key was used with another request.")),
    "library_closed": (403, _("The library is available again once your rated match is over.")),
    "no_credits": (403, _("Bot accounts have no credits.")),
    "no_dice": (422, _("This game has no dice.")),
    "no_open_table": (404, _("This table is no longer open.")),
    "no_roll": (422, _("Give the roll to play, such as 31.")),
    "no_such_record": (404, _("This file format can't hold this match.")),
    "not_found": (404, _("There is nothing at this address.")),
    "paused": (503, _("Nothing is lost, and the clocks are stopped. Try again in a moment.")),
    "read_only": (403, SENTENCES["read_only"]),
    "robots_only": (403, SENTENCES["robots_only"]),
    "server_error": (500, SENTENCES["server_error"]),
    "still_playing": (409, _("This match is still being played")),
    "token_needed": (401, _("This request needs a token.")),
    "too_large": (413, _("The request is too large.")),
    "too_many_requests": (429, _("Too many requests. Please slow down.")),
    "unanswered": (
        409,
        _("The first request with this Idempotency-Key was not answered. Check whether it took effect."),
    ),
    "unknown_collection": (404, _("There is no such collection.")),
    "unknown_game": (404, _("There is no such game.")),
    "unknown_match": (404, SENTENCES["unknown_match"]),
    "unknown_member": (404, _("There is no such member")),
    "unknown_puzzle": (404, _("There is no such puzzle.")),
    "unknown_round": (404, _("There is no such round.")),
    "unknown_tournament": (404, SENTENCES["unknown_tournament"]),
    "wrong_method": (405, _("This address doesn't support this method.")),
    "wrong_type": (415, _("Send JSON (application/json).")),
}
"""Each code with its status and its sentence; the codes of refused commands come on top of these."""

_AGAIN = {"busy": 1, "paused": 5, "too_many_requests": 10}
"""Seconds after which to try again."""


HANDLED = (ValidationError, HttpError, Http404)
"""Exceptions that django-ninja would answer without us."""


class ProblemError(Exception):
    """A request that cannot be answered; `values` fill the sentence."""

    def __init__(self, code: str, **values: str) -> None:
        super().__init__(code)
        self.code = code
        self.values = values
        self.sentence: str | None = None

    @classmethod
    def refused(cls, code: str, sentence: str) -> "ProblemError":
        """A refusal with a sentence of its own: the code may mean something else elsewhere."""
        problem = cls(code)
        problem.sentence = sentence
        return problem


def answer(problem: ProblemError) -> HttpResponse:
    """The response to a problem, in the language of the request."""
    retry_s = None if problem.sentence else _AGAIN.get(problem.code)
    if problem.sentence is not None:
        status, text = 422, problem.sentence
    elif problem.code in TEXTS:
        status, text = TEXTS[problem.code]
        text = gettext(str(text)) if problem.code in SENTENCES else str(text)
        text = text % problem.values if problem.values else text
    else:
        status, text = 422, i18n.sentence(problem.code)
    body = msgspec.json.encode({"code": problem.code, "text": text})
    response = HttpResponse(body, status=status, content_type="application/json; charset=utf-8")
    if retry_s is not None:
        response["Retry-After"] = str(retry_s)
    if status == 401:
        response["WWW-Authenticate"] = "Bearer"
    return response


def named(error: Exception) -> ProblemError:
    """The problem that a view's exception means to the caller."""
    outage = outage_of(error)
    if outage is not None:
        return ProblemError(outage)
    match error:
        case ProblemError():
            return error
        case ValidationError():
            return _wrong_field(error)
        case AuthenticationError():
            return ProblemError("token_needed")
        case RequestDataTooBig():
            return ProblemError("too_large")
        case HttpError() if error.status_code == 400:
            return ProblemError("bad_json")
        case Http404():
            return ProblemError("not_found")
    log.error("API: a request failed", exc_info=error)
    return ProblemError("server_error")


def unknown_field(name: str, fields: Iterable[str] = ()) -> ProblemError:
    """A field that a request cannot have; the code is that of all wrong fields. `fields`: those to name."""
    values = {"what": name[:80], "fields": ", ".join(sorted(fields))}
    sentence = gettext("There is no field “%(what)s”.")
    if values["fields"]:
        sentence = gettext("There is no field “%(what)s”. The fields are: %(fields)s.")
    return ProblemError.refused("bad_field", sentence % values)


def _wrong_field(error: ValidationError) -> ProblemError:
    name = _where(error)
    if error.errors and error.errors[0].get("type") == "extra_forbidden":
        return unknown_field(name)
    return ProblemError("bad_field", what=name)


def _where(error: ValidationError) -> str:
    """The name of the first field that makes no sense."""
    place = error.errors[0].get("loc", ()) if error.errors else ()
    named = [str(part) for part in place if part not in ("query", "path", "body", "new")]
    return ".".join(named) or "body"
