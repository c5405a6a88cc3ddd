"""`Idempotency-Key`: a POST that is sent again gets the answer to the first."""

import re
from collections.abc import Callable, Coroutine
from typing import Any

from django.http import HttpRequest, HttpResponseBase

from zaria.club.accounts import players
from zaria.club.api.problems import ProblemError
from zaria.club.site.http import submissions

HEADER = "Idempotency-Key"
PARAMETER = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": "A name of this request, such as a UUID: a repeat within a day gets the first answer.",
}
"""The header in the OpenAPI document."""

_KEY = re.compile(r"[!-~]{1,255}", re.ASCII)


async def run(
    request: HttpRequest, view: Callable[[], Coroutine[Any, Any, HttpResponseBase]]
) -> HttpResponseBase:
    """Run a view, or return the stored answer to its first request; raises `ProblemError`."""
    key = request.headers.get(HEADER)
    if key is None or request.method != "POST":
        return await view()
    if _KEY.fullmatch(key) is None:
        raise ProblemError("bad_key")
    player = players.of(request)
    if player is None:  # an answer to a new guest sets cookies, which are not stored
        raise ProblemError("token_needed")
    name = submissions.digest(("api", player.id, key))
    content = submissions.digest((request.get_full_path(), request.body))
    try:
        answer = await submissions.reserve(name, content)
    except submissions.OtherContentError as error:
        raise ProblemError("key_reused") from error
    except submissions.UnansweredError as error:
        raise ProblemError("unanswered") from error
    if answer is not None:
        return answer
    response = await view()
    await submissions.settle(name, response)
    return response
