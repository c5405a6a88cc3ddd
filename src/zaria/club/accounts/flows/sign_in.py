"""Signing in: the refusal of a blocked member, and what follows once it has succeeded."""

from allauth.account.internal.stagekit import clear_login
from django.http import HttpRequest, HttpResponse
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from zaria.club.accounts import address_records, sanctions
from zaria.club.accounts.models import Member
from zaria.club.accounts.registry import registry
from zaria.club.site import clock
from zaria.club.site.http import errors


def is_blocked(member: Member) -> bool:
    """True if the member is blocked now."""
    return member.blocked_until is not None and member.blocked_until > timezone.now()


def refuse_blocked(request: HttpRequest, member: Member) -> HttpResponse:
    """Stop the login of a blocked member, with a page that says until when, and why if the staff has."""
    clear_login(request)
    sanction = sanctions.block_of(member)
    text = _("You can't use it at the moment.")
    if sanction is not None and sanction.until is not None:
        end = formats.date_format(sanction.until, "DATETIME_FORMAT")
        text = _("You can use it again after %(end)s (UTC).") % {"end": end}
    if sanction is not None and sanction.reason:
        text += " " + _("Reason: %(reason)s") % {"reason": sanction.reason}
    return errors.page(request, 403, _("This account is blocked"), text, appeal=True)


def complete(member: Member) -> None:
    """Record a sign-in; with the first one the member ceases to be a guest."""
    if member.since is None:
        member.since = clock.now()
        member.save(update_fields=["since"])
    registry.guest_became_member(member.player)
    address_records.record_addresses(member)
