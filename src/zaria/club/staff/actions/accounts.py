"""Changes of members' accounts: login, picture, text on the profile, deletion."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts import logins
from zaria.club.accounts.models import Member, RefusedName
from zaria.club.matches.results.models import Played
from zaria.club.personal_data import deletion
from zaria.club.staff.actions.recording import (
    ActionRefusedError,
    lock_member,
    record,
    record_and_notify,
    require_power,
)
from zaria.club.staff.models import Act, ActKind


@transaction.atomic
def rename(by: Member | None, member: Member, reason: str, login: str) -> Act:
    """Give a member another login, also in their results."""
    member = lock_member(by, "rename", member)
    if broken := logins.broken(login):
        raise ActionRefusedError(
            " ".join(_("The login must have %(what)s.") % {"what": rule} for rule in broken.values())
        )
    if logins.holds(login, RefusedName.objects.values_list("word", "whole")):
        raise ActionRefusedError(_("This login is not allowed."))
    if Member.objects.by_login(login).exclude(pk=member.pk).exists():
        raise ActionRefusedError(_("This login is taken."))
    before, member.username = member.username, login
    member.save(update_fields=["username"])
    Played.objects.filter(player0=member.player, name0=before).update(name0=login)
    Played.objects.filter(player1=member.player, name1=before).update(name1=login)
    return record_and_notify(
        by, ActKind.RENAME, reason, member, {"login": before}, {"login": login}, name=before
    )


@transaction.atomic
def remove_picture(by: Member | None, member: Member, reason: str) -> Act:
    """Remove a member's picture."""
    member = lock_member(by, "face", member)
    if not member.face:
        raise ActionRefusedError(_("There is no picture."))
    before, member.face = member.face, ""
    member.save(update_fields=["face"])
    member.faces.all().delete()
    return record_and_notify(by, ActKind.EDIT, reason, member, {"face": before}, {"face": ""})


@transaction.atomic
def remove_bio(by: Member | None, member: Member, reason: str) -> Act:
    """Remove the text about a member on their profile."""
    member = lock_member(by, "face", member)
    if not member.bio:
        raise ActionRefusedError(_("There is no text."))
    before, member.bio = member.bio, ""
    member.save(update_fields=["bio"])
    return record_and_notify(by, ActKind.EDIT, reason, member, {"bio": before}, {"bio": ""})


def delete(by: Member | None, member: Member, reason: str) -> Act:
    """End a member's account, as the member could. Waits for the matches: call it in no transaction."""
    require_power(by, "delete", member)
    if not member.is_active:
        raise ActionRefusedError(_("This account is deleted."))
    name = deletion.erase(member)
    with transaction.atomic():
        member = lock_member(by, "delete", member)
        act = record(by, ActKind.DELETE, reason, member)
        deletion.delete(member, name)
    return act
