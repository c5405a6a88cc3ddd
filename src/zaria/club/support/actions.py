"""Writes requests to the staff, and reports. Each function is one transaction."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.site.database.locks import lock_name
from zaria.club.site.http import submissions
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.club.support.models import MOST, Message, Report, Thread, ThreadState
from zaria.club.support.subjects import Subject
from zaria.match.events import Player

LEAST = 4
THREADS_A_DAY = 5
MESSAGES_AN_HOUR = 20
REPORTS_A_DAY = 20
_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


@transaction.atomic
def open_thread(
    member: Member | None, email: str, kind: str, text: str, language: str, sent_along: Mapping[str, str]
) -> Thread:
    """Open a request: of a member for the staff at once, by mail once its address is confirmed.

    `sent_along`: `page`, `match` and `browser`. Raises `RefusedTextError`.
    """
    text = plain_text(text, MOST, least=LEAST, newlines=True)
    sender: Mapping[str, Any] = (
        {"email": _lock_address(email)} if member is None else {"member": _lock(member)}
    )
    now = timezone.now()
    if Thread.objects.filter(**sender, at__gt=now - _DAY).count() >= THREADS_A_DAY:
        raise RefusedTextError(
            "too_fast", _("You have sent several requests today. Add to one of those instead.")
        )
    confirmed = None if member is None else now
    thread = Thread.objects.create(
        **sender,
        page=sent_along["page"][:200],
        match=sent_along["match"][:16],
        browser=sent_along["browser"][:200],
        kind=kind,
        language=language,
        confirmed_at=confirmed,
        waiting_since=confirmed,
        last_at=now,
    )
    Message.objects.create(thread=thread, text=text, by=member)
    page = reverse("support") if member is None else reverse("support_thread", args=[thread.pk])
    submissions.record_destination(page)
    return thread


@transaction.atomic
def confirm(thread: Thread) -> bool:
    """Show the staff a request by mail; False if it was confirmed before."""
    now = timezone.now()
    waiting = Thread.objects.filter(pk=thread.pk, confirmed_at=None)
    return waiting.update(confirmed_at=now, waiting_since=now, last_at=now) == 1


@transaction.atomic
def write_on(thread: Thread, member: Member | None, text: str) -> Message:
    """Add a message of the author to a request, which is open again. Raises `RefusedTextError`."""
    text = plain_text(text, MOST, least=1, newlines=True)
    now = timezone.now()
    thread = Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)
    if thread.messages.filter(by_staff=False, at__gt=now - _HOUR).count() >= MESSAGES_AN_HOUR:
        raise RefusedTextError("too_fast", _("You write too fast. Please wait a moment."))
    if thread.state != ThreadState.OPEN:
        thread.waiting_since = now
    thread.state, thread.last_at = ThreadState.OPEN, now
    thread.save(update_fields=["waiting_since", "state", "last_at"])
    message = Message.objects.create(thread=thread, text=text, by=member)
    if member is not None:
        submissions.record_destination(f"{reverse('support_thread', args=[thread.pk])}#last")
    return message


def report(player: Player, member: Member | None, subject: Subject, rule: int, text: str) -> Report:
    """Report a subject; raises `RefusedTextError`, as for one that the player has reported already."""
    text = plain_text(text, MOST, least=0, newlines=True)
    since = timezone.now() - _DAY
    try:
        with transaction.atomic():
            if member is not None:
                _lock(member)
            else:
                lock_name(f"reports:{player.id}")
            if Report.objects.filter(player=player.id, at__gt=since).count() >= REPORTS_A_DAY:
                raise too_many_reports()
            return Report.objects.create(
                about=subject.about,
                member=subject.member,
                name=subject.title[:80],
                reporter=member,
                player=player.id,
                player_name=player.name[:80],
                rule=rule,
                text=text,
                context=subject.context,
            )
    except IntegrityError:
        raise RefusedTextError(
            "repeated", _("You have already reported this. The staff will look into it.")
        ) from None


def too_many_reports() -> RefusedTextError:
    """Return the refusal of a player, or of guests at one internet address, who reported much today."""
    return RefusedTextError("too_fast", _("You have sent many reports today. Please continue tomorrow."))


def _lock_address(email: str) -> str:
    """Return an address in small letters, whose requests wait for one another."""
    address = email.lower()
    lock_name(f"support:{address}")
    return address


def _lock(member: Member) -> Member:
    return Member.objects.select_for_update(no_key=True).get(pk=member.pk)
