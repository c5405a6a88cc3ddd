"""The page for a blocked member who wants to sign in."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.utils import formats
from django.utils.translation import gettext as _

from zaria.club.accounts import sanctions
from zaria.club.accounts.models import Member
from zaria.club.site.http import errors


def is_blocked(member: Member, now: datetime) -> bool:
    """True if the member is blocked now."""
    return member.blocked_until is not None and member.blocked_until > now


def page(request: HttpRequest, member: Member) -> HttpResponse:
    """Until when, and why if the staff has said so."""
    sanction = sanctions.block_of(member)
    text = _("You can't use it at the moment.")
    if sanction is not None and sanction.until is not None:
        end = formats.date_format(sanction.until, "DATETIME_FORMAT")
        text = _("You can use it again after %(end)s (UTC).") % {"end": end}
    if sanction is not None and sanction.reason:
        text += " " + _("Reason: %(reason)s") % {"reason": sanction.reason}
    return errors.page(request, 403, _("This account is blocked"), text, appeal=True)
