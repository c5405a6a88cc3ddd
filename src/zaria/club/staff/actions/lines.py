"""Reading of private conversations, which is recorded, and removal of lines."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.conversations import actions
from zaria.club.conversations.models import Conversation, ConversationKind, Line
from zaria.club.notifications.actions import lock_members
from zaria.club.staff.actions.recording import ActionRefusedError, notify, record, require_power
from zaria.club.staff.models import OPERATOR, Act, ActKind
from zaria.club.support.models import Report

POWER = "lines"
AROUND = 10
"""Lines before and after one that the page shows; a report opens no others."""
_PRIVATE = (ConversationKind.DIRECT, ConversationKind.TABLE, ConversationKind.FEDERATION)
_READING_TIME = timedelta(hours=1)
_LONGEST_NAME = 20


def may_read(by: Member, conversation_id: str, number: int) -> bool:
    """Return whether a member of staff may read a line with its context, and record that they do.

    A private conversation needs an open report of one of these lines, or a reason (`read_for_a_reason`) that
    was given within the last hour. Conversations that everybody can read need neither.
    """
    require_power(by, POWER)
    if not Conversation.objects.filter(pk=conversation_id, kind__in=_PRIVATE).exists():
        return True
    since = timezone.now() - _READING_TIME
    recent = Act.objects.filter(by=by, kind=ActKind.READ, at__gt=since)
    acts = list(recent.filter(details__after__conversation=conversation_id))
    if any(act.details["after"]["number"] == number for act in acts):
        return True
    reasons = [act.reason for act in acts if not act.details["after"]["reported"]]
    if reasons:
        _record_reading(by, conversation_id, number, reasons[0])
        return True
    subjects = [f"line:{conversation_id}:{line}" for line in range(number - AROUND, number + AROUND + 1)]
    if Report.objects.filter(about__in=subjects, closed_at=None).exists():
        _record_reading(by, conversation_id, number, _("A report is open."), reported=True)
        return True
    return False


def read_for_a_reason(by: Member, conversation_id: str, number: int, reason: str) -> Act:
    """Record that a member of staff reads a private conversation, and why."""
    require_power(by, POWER)
    return _record_reading(by, conversation_id, number, reason)


def _record_reading(
    by: Member, conversation_id: str, number: int, reason: str, *, reported: bool = False
) -> Act:
    after = {"conversation": conversation_id, "number": number, "reported": reported}
    return record(by, ActKind.READ, reason, None, after=after)


@transaction.atomic
def remove_line(by: Member | None, line: Line, reason: str, rule: int) -> Act:
    """Hide a line from all readers; its author gets a notice with the rule of conduct and the reason.

    Guests and former members cannot be the subject of an act, and get no notice.
    """
    author = Member.objects.filter(player=line.author).first()
    require_power(by, POWER, *([author] if author else ()))
    if author:
        lock_members([author.pk])
    if not actions.remove_line(line.conversation_id, line.number, by.player if by else OPERATOR):
        raise ActionRefusedError(_("This message no longer exists."))
    before = {"line": f"{line.conversation_id}:{line.number}", "text": line.text, "phrase": line.phrase}
    name = author.username if author else line.name[:_LONGEST_NAME]
    act = record(by, ActKind.LINE, reason, author, before, {"rule": rule}, name=name)
    notify(act, [author] if author else ())
    return act
