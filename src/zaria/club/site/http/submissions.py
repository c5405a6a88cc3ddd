"""Submissions: forms and requests that take effect once, even if they are sent twice.

A form carries a nonce in the field `once`, a request of the API an `Idempotency-Key`. `reserve` stores the
submission before the view runs, `settle` its answer afterwards, and a repeat gets that answer. A view whose
effect is stored in this database calls `record_destination` in the same transaction: a repeat after a lost
answer leads to the first effect. Otherwise a repeat is refused if the first process died before its answer,
because the effect is unknown.
"""

import asyncio
import hashlib
import re
import time
from collections.abc import Iterable
from contextvars import ContextVar
from datetime import timedelta

from asgiref.sync import sync_to_async
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils import timezone

from zaria.club.site.models import Submission

FIELD = "once"
PATIENCE_S = 10.0
"""Seconds for which a repeat waits for the answer to the first submission."""
LIFETIME = timedelta(days=1)
LONGEST_BODY = 64 * 1024

_NONCE = re.compile(r"[\w-]{8,64}", re.ASCII)
_POLL_S = 0.05
_PURGE_S = 600
_current: ContextVar[str] = ContextVar("submission", default="")
_next_purge = 0.0


class OtherContentError(Exception):
    """The key names a submission with other content."""


class UnansweredError(Exception):
    """The first submission has no answer yet, or its process died before it answered."""


def is_nonce(text: str) -> bool:
    """Return whether a text can name a submission."""
    return _NONCE.fullmatch(text) is not None


def digest(parts: Iterable[str | bytes]) -> str:
    """Return a hash of the parts in their order."""
    hashed = hashlib.blake2b(digest_size=32)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        hashed.update(b"%d:" % len(data) + data)
    return hashed.hexdigest()


def form_digest(request: HttpRequest) -> str:
    """Return a hash of the fields and files of a form, without its CSRF token."""
    parts: list[str | bytes] = []
    for name, values in sorted(request.POST.lists()):
        if name != "csrfmiddlewaretoken":
            parts += [name, str(len(values)), *map(str, values)]
    for name, files in sorted(request.FILES.lists()):
        for file in files:
            parts += [name, file.name or "", file.read()]
            file.seek(0)
    return digest(parts)


async def reserve(key: str, content: str, patience_s: float = PATIENCE_S) -> HttpResponse | None:
    """Reserve a submission, or return the answer to the first with its key.

    Raises `OtherContentError` and `UnansweredError`.
    """
    if await sync_to_async(_insert)(key, content):
        _current.set(key)
        return None
    deadline = time.monotonic() + patience_s
    while True:
        submission = await Submission.objects.filter(key=key).afirst()
        if submission is None:  # the first was refused: this submission may take effect
            return await reserve(key, content, patience_s)
        if submission.content != content:
            raise OtherContentError
        if submission.status is not None:
            return _answer(submission)
        if time.monotonic() >= deadline:
            raise UnansweredError
        await asyncio.sleep(_POLL_S)


async def settle(key: str, response: HttpResponseBase, *, is_repeatable: bool = True) -> None:
    """Store the answer to a submission; a refused one, or one that shows a form, may be repeated."""
    _current.set("")
    await sync_to_async(_settle)(key, response, is_repeatable=is_repeatable)


def record_destination(path: str) -> None:
    """Store the page to which repeats of the current submission lead, with the effect itself."""
    if _current.get():
        Submission.objects.filter(key=_current.get()).update(status=302, location=path)


def purge() -> None:
    """Delete the submissions that have expired."""
    Submission.objects.filter(at__lt=timezone.now() - LIFETIME).delete()


def _insert(key: str, content: str) -> bool:
    global _next_purge
    if time.monotonic() >= _next_purge:
        _next_purge = time.monotonic() + _PURGE_S
        purge()
    try:
        with transaction.atomic():
            Submission.objects.create(key=key, content=content, at=timezone.now())
    except IntegrityError:
        return False
    return True


def _settle(key: str, response: HttpResponseBase, *, is_repeatable: bool) -> None:
    row = Submission.objects.filter(key=key)
    location = response.headers.get("Location", "")
    content_type = response.headers.get("Content-Type", "")
    if not is_repeatable:
        row.delete()
    elif 300 <= response.status_code < 400 and location:
        row.update(status=response.status_code, location=location)
    elif 200 <= response.status_code < 300 and _is_data(response, content_type):
        assert isinstance(response, HttpResponse)
        body = response.content.decode()
        row.update(status=response.status_code, location="", body=body, content_type=content_type)
    else:
        row.filter(status=None).delete()


def _is_data(response: HttpResponseBase, content_type: str) -> bool:
    if not isinstance(response, HttpResponse) or len(response.content) > LONGEST_BODY:
        return False
    return response.status_code == 204 or content_type.startswith("application/json")


def _answer(submission: Submission) -> HttpResponse:
    response = HttpResponse(submission.body, status=submission.status)
    if submission.content_type:
        response.headers["Content-Type"] = submission.content_type
    if submission.location:
        response.headers["Location"] = submission.location
    return response
