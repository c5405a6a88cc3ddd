"""What somebody reads who is blocked and wants to sign in."""

from datetime import datetime, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import formats
from django.utils.translation import gettext as _

from zaria.club import errors
from zaria.club.members.models import Member
from zaria.club.staff.models import Act

FOR_EVER = timedelta(days=20 * 365)
"""What lasts longer has no end that were worth telling."""


def is_blocked(member: Member, now: datetime) -> bool:
    """Whether a member may not sign in at this moment."""
    return member.blocked_until is not None and member.blocked_until > now


def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Until when, and why if the staff has said so."""
    assert member.blocked_until is not None
    text = _("It cannot be used at present.")
    if member.blocked_until - datetime.now(member.blocked_until.tzinfo) < FOR_EVER:
        end = formats.date_format(member.blocked_until, "DATETIME_FORMAT")
        text = _("It can be used again after %(end)s (UTC).") % {"end": end}
    act = Act.objects.filter(about=member, kind=Act.Kind.BLOCK).first()
    if act is not None and act.reason:
        text = f"{text} {_('Reason: %(reason)s') % {'reason': act.reason}}"
    return errors.page(request, 403, _("This account is blocked"), text)
