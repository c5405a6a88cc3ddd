"""Answers to requests, and the end of reports."""

from collections.abc import Iterable

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.notifications import actions as notifications
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.club.staff.actions.recording import ActionRefusedError, record, require_power
from zaria.club.staff.models import Act, ActKind
from zaria.club.support.models import MOST, CannedAnswer, Message, Report, Thread, ThreadState
from zaria.club.support.notice_kinds import SUPPORT, SupportBody


@transaction.atomic
def answer(by: Member, thread: Thread, text: str, last_seen: int, *, close: bool = False) -> Message:
    """Answer a request; `last_seen` is the number of its last message that the member of staff has read.

    A member gets a notice; the caller mails others. Raises `ActionRefusedError`, for instance if a message
    was written meanwhile.
    """
    thread = _lock(thread, last_seen)
    try:
        text = plain_text(text, MOST, newlines=True)
    except RefusedTextError as refused:
        raise ActionRefusedError(str(refused)) from None
    now = timezone.now()
    thread.state = ThreadState.CLOSED if close else ThreadState.ANSWERED
    thread.waiting_since, thread.last_at = None, now
    thread.answered_at = thread.answered_at or now
    thread.save(update_fields=["state", "waiting_since", "last_at", "answered_at"])
    message = Message.objects.create(thread=thread, text=text, by=by, by_staff=True)
    if thread.member_id is not None:
        body = SupportBody(title=text[:80], path=f"/support/{thread.pk}")
        notifications.notify([thread.member_id], SUPPORT, body, key=f"support:{message.pk}")
    return message


@transaction.atomic
def close_thread(by: Member, thread: Thread, last_seen: int) -> None:
    """Close a request that needs no answer, for instance one that says thank you."""
    thread = _lock(thread, last_seen)
    thread.state, thread.waiting_since = ThreadState.CLOSED, None
    thread.save(update_fields=["state", "waiting_since"])


@transaction.atomic
def close_reports(by: Member | None, about: str, *, acted: bool, reason: str) -> Act:
    """End the open reports of a subject without another act, and notify their authors."""
    reports = handle(by, about, acted=acted)
    details = {"about": about, "acted": acted, "reports": len(reports)}
    return record(by, ActKind.REPORT, reason, reports[0].member, after=details, name=reports[0].name[:20])


def lock_concerned(members: Iterable[Member], about: str) -> None:
    """Lock members whom the acts of a transaction concern, and those whose reports of a subject they end."""
    notifications.lock_members({*(member.pk for member in members), *_reporters(about)})


def handle(by: Member | None, about: str, *, acted: bool) -> list[Report]:
    """End the open reports of a subject in the transaction of an act.

    A report that arrives meanwhile stays open. Raises `ActionRefusedError` if another member of staff has
    handled them.
    """
    reporters = _reporters(about)
    notifications.lock_members(reporters)
    rows = Report.objects.select_for_update(no_key=True).filter(about=about, closed_at=None)
    reports = [
        report for report in rows.order_by("pk") if report.reporter_id in reporters or not report.reporter_id
    ]
    if not reports:
        raise ActionRefusedError(_("This report is handled already."))
    numbers = [report.pk for report in reports]
    Report.objects.filter(pk__in=numbers).update(closed_at=timezone.now(), closed_by=by, acted=acted)
    for report in reports:
        if report.reporter_id is not None:
            body = SupportBody(title=report.name, path="/support#reports")
            notifications.notify([report.reporter_id], SUPPORT, body, key=f"report:{report.pk}")
    return reports


@transaction.atomic
def add_answer(by: Member | None, reason: str, language: str, title: str, text: str) -> Act:
    """Add a canned answer for all of the staff."""
    require_power(by, "texts")
    try:
        with transaction.atomic():
            CannedAnswer.objects.create(language=language, title=title, text=text)
    except IntegrityError:
        raise ActionRefusedError(_("This answer already exists.")) from None
    return record(by, ActKind.ANSWER, reason, None, after={"language": language, "title": title})


@transaction.atomic
def remove_answer(by: Member | None, answer: CannedAnswer, reason: str) -> Act:
    """Remove a canned answer."""
    require_power(by, "texts")
    before = {"language": answer.language, "title": answer.title, "text": answer.text}
    answer.delete()
    return record(by, ActKind.ANSWER, reason, None, before=before)


def _reporters(about: str) -> set[int]:
    """The members whose reports of a subject are open."""
    reports = Report.objects.filter(about=about, closed_at=None).exclude(reporter=None)
    return {*reports.values_list("reporter", flat=True)}


def _lock(thread: Thread, last_seen: int) -> Thread:
    thread = Thread.objects.select_for_update(no_key=True).get(pk=thread.pk)
    last = thread.messages.order_by("-pk").values_list("pk", flat=True).first()
    if last != last_seen:
        raise ActionRefusedError(_("There is a new message here. Read it first."))
    if thread.state == ThreadState.CLOSED:
        raise ActionRefusedError(_("This request is closed."))
    return thread
