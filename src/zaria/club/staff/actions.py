"""The staff's acts: the only place that writes for it.

Each act is one transaction: what it changes, its line in the book (`Act`), and what the members whom it
concerns are notified (`Notice`). `by` is who does it; None is the operator, at the machine itself.
`PermissionDenied` is raised for who may not, `Refused` for what makes no sense.
"""

from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from decimal import Decimal
from functools import partial
from typing import Any

from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from zaria.club.accounts import actions as accounts
from zaria.club.accounts import deletion, logins
from zaria.club.accounts.models import Member, RefusedName
from zaria.club.accounts.registry import registry
from zaria.club.matches.results.models import Played
from zaria.club.ratings import actions as ratings
from zaria.club.ratings.models import Correction
from zaria.club.staff import roles
from zaria.club.staff.models import SANCTIONS, Act, Notice

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The end of what has none."""
OPERATOR = "operator"
"""Who sits at the machine itself."""

Kind = Act.Kind


class ActionRefusedError(ValueError):
    """What was asked for makes no sense; the text says why, in the language of who asked."""


# members


@transaction.atomic
def warn(by: Member | None, member: Member, reason: str) -> Act:
    """Tell a member that something must not happen again."""
    member = _locked(by, "warn", member)
    return _done(by, Kind.WARN, reason, member)


@transaction.atomic
def mute(by: Member | None, member: Member, reason: str, until: datetime) -> Act:
    """A member may not write until then."""
    return _sanction(by, Kind.MUTE, member, reason, until)


@transaction.atomic
def block(by: Member | None, member: Member, reason: str, until: datetime) -> Act:
    """Block a member until then, at once and everywhere; their matches continue without them."""
    act = _sanction(by, Kind.BLOCK, member, reason, until)
    transaction.on_commit(partial(_shut_out, member))
    return act


@transaction.atomic
def lift(by: Member | None, member: Member, reason: str, kinds: Collection[str]) -> Act:
    """End sanctions (`SANCTIONS`) before their time."""
    member = _locked(by, "", member)
    now = timezone.now()
    before: dict[str, str | None] = {}
    for kind in map(Kind, kinds):
        _allow(by, kind, member)
        before |= {SANCTIONS[kind]: _text(getattr(member, SANCTIONS[kind]))}
        if (getattr(member, SANCTIONS[kind]) or now) <= now:
            raise ActionRefusedError(_("There is no such sanction any more."))
        setattr(member, SANCTIONS[kind], None)
    if not before:
        raise ActionRefusedError(_("There is no such sanction any more."))
    member.save(update_fields=list(before))
    if "blocked_until" in before and member.is_active:
        transaction.on_commit(partial(registry.blocked, member.player, False))
    return _done(by, Kind.LIFT, reason, member, before=before, after=dict.fromkeys(before))


@transaction.atomic
def rename(by: Member | None, member: Member, reason: str, login: str) -> Act:
    """Give a member another login, also in their results."""
    member = _locked(by, "rename", member)
    if broken := logins.broken(login):
        raise ActionRefusedError(
            " ".join(_("The login needs %(what)s.") % {"what": said} for said in broken.values())
        )
    if logins.holds(login, RefusedName.objects.values_list("word", "whole")):
        raise ActionRefusedError(_("This login is not given to anybody."))
    if Member.objects.filter(username__iexact=login).exclude(pk=member.pk).exists():
        raise ActionRefusedError(_("This login is taken."))
    before, member.username = member.username, login
    member.save(update_fields=["username"])
    Played.objects.filter(player0=member.player, name0=before).update(name0=login)
    Played.objects.filter(player1=member.player, name1=before).update(name1=login)
    return _done(by, Kind.RENAME, reason, member, {"login": before}, {"login": login}, name=before)


@transaction.atomic
def remove_picture(by: Member | None, member: Member, reason: str) -> Act:
    """Take a member's picture away."""
    member = _locked(by, "face", member)
    if not member.face:
        raise ActionRefusedError(_("There is no picture."))
    before, member.face = member.face, ""
    member.save(update_fields=["face"])
    member.faces.all().delete()
    return _done(by, Kind.EDIT, reason, member, {"face": before}, {"face": ""})


def delete(by: Member | None, member: Member, reason: str) -> Act:
    """End a member's account, as the member could. Waits for the matches: call it in no transaction."""
    _allow(by, "delete", member)
    if not member.is_active:
        raise ActionRefusedError(_("This account is deleted."))
    name = deletion.erase(member)
    with transaction.atomic():
        member = _locked(by, "delete", member)
        act = _write(by, Kind.DELETE, reason, member)
        deletion.delete(member, name)
    return act


@transaction.atomic
def appoint(by: Member | None, member: Member, reason: str, word: str) -> Act:
    """Give a member a rank, by its word in `ranks.RANKS` ("": none); they have to sign in again."""
    member = _locked(by, "appoint", member)
    wanted, before = roles.RANKS[word], roles.appointed(member)
    if by is not None and wanted >= roles.rank(by):
        raise PermissionDenied
    if wanted == before:
        raise ActionRefusedError(_("Nothing would change."))
    member.is_staff, member.is_superuser = wanted > roles.Rank.MEMBER, wanted == roles.Rank.OWNER
    member.save(update_fields=["is_staff", "is_superuser"])
    member.groups.remove(*Group.objects.filter(name__in=roles.POWERS))
    if word in roles.POWERS:
        member.groups.add(Group.objects.get(name=word))
    transaction.on_commit(partial(accounts.end_other_sessions, member, None))
    return _done(by, Kind.APPOINT, reason, member, {"rank": before.name}, {"rank": wanted.name})


# games and ratings


@transaction.atomic
def void(by: Member | None, match: Played, reason: str) -> Act:
    """A match counts nowhere from now on; the ratings follow."""
    return _count(by, Kind.VOID, match, reason, voided=True)


@transaction.atomic
def restore(by: Member | None, match: Played, reason: str) -> Act:
    """A match that was voided counts again; the ratings follow."""
    return _count(by, Kind.RESTORE, match, reason, voided=False)


@transaction.atomic
def correct(by: Member | None, member: Member, reason: str, game: str, rating: Decimal, at: datetime) -> Act:
    """Set a member's rating in a game, or over all (""), at a moment; what came later goes on from there."""
    member = _locked(by, "correct", member)
    fix = Correction.objects.create(
        member=member, game=game, at=int(at.timestamp() * 1000), rating=rating, reason=reason, by=by
    )
    ratings.mark_due(fix.at)
    return _done(by, Kind.CORRECT, reason, member, after=_fix(fix))


@transaction.atomic
def take_back(by: Member | None, fix: Correction, reason: str) -> Act:
    """A correction never was; the ratings follow."""
    fix = Correction.objects.select_for_update().get(pk=fix.pk)
    about = [fix.member] if fix.member else []
    _allow(by, "correct", *about)
    before = _fix(fix)
    fix.delete()
    ratings.mark_due(before["at"])
    if fix.member is None:
        return _write(by, Kind.CORRECT, reason, None, before=before)
    return _done(by, Kind.CORRECT, reason, fix.member, before=before)


# names


@transaction.atomic
def refuse_name(by: Member | None, reason: str, word: str, whole: bool) -> Act:
    """No new login may hold a word from now on, or (`whole`) be it."""
    _allow(by, "names")
    word = word.lower()
    old = RefusedName.objects.filter(word=word).first()
    if old is not None and old.whole == whole:
        raise ActionRefusedError(_("This word is on the list."))
    RefusedName.objects.update_or_create(word=word, defaults={"whole": whole})
    before = {"word": old.word, "whole": old.whole} if old else None
    return _write(by, Kind.NAMES, reason, None, before=before, after={"word": word, "whole": whole})


@transaction.atomic
def allow_name(by: Member | None, refused: RefusedName, reason: str) -> Act:
    """New logins may hold a word again."""
    _allow(by, "names")
    before = {"word": refused.word, "whole": refused.whole}
    refused.delete()
    return _write(by, Kind.NAMES, reason, None, before=before)


# notices, as the member uses them


@transaction.atomic
def acknowledge(member: Member, number: int) -> bool:
    """Mark a notice as read by its member; return whether it exists."""
    own = Notice.objects.filter(to=member, pk=number)
    own.filter(read_at=None).update(read_at=timezone.now())
    unread = Notice.objects.filter(to=member, read_at=None).count()
    Member.objects.filter(pk=member.pk).update(unread=unread)
    return own.exists()


# inside


def _sanction(by: Member | None, kind: Act.Kind, member: Member, reason: str, until: datetime) -> Act:
    member = _locked(by, kind, member)
    if until <= timezone.now():
        raise ActionRefusedError(_("This moment is over."))
    field = SANCTIONS[kind]
    before = {field: _text(getattr(member, field))}
    setattr(member, field, until)
    member.save(update_fields=[field])
    return _done(by, kind, reason, member, before, {field: _text(until)}, until=until)


def _count(by: Member | None, kind: Act.Kind, match: Played, reason: str, voided: bool) -> Act:
    match = Played.objects.select_for_update().get(pk=match.pk)
    players = list(Member.objects.filter(player__in=(match.player0, match.player1)))
    _allow(by, "void", *players)
    if match.voided == voided:
        raise ActionRefusedError(_("Nothing would change."))
    match.voided = voided
    match.save(update_fields=["voided"])
    if match.rated:
        ratings.mark_due(match.ended)
    names = [match.name0, match.name1]
    before, after = {"voided": not voided}, {"voided": voided, "players": names, "game": match.game}
    act = _write(by, kind, reason, None, before, after, match=match.pk)
    _tell(act, players)
    return act


def _locked(by: Member | None, power: str, member: Member) -> Member:
    """The member, locked against changes by others; for staff who may act on them. `power` "": any."""
    member = Member.objects.select_for_update().get(pk=member.pk)
    if power:
        _allow(by, power, member)
    if not member.is_active:
        raise ActionRefusedError(_("This account is deleted."))
    return member


def _allow(by: Member | None, power: str, *about: Member) -> None:
    """Also nobody ends or changes the sanction that somebody higher has set."""
    if not roles.may(by, power, *about):
        raise PermissionDenied
    if power in SANCTIONS and any(outranked(by, power, member) for member in about):
        raise PermissionDenied


def outranked(by: Member | None, kind: str, member: Member) -> bool:
    """Whether the member's sanction of this kind was set by somebody higher than `by`."""
    until = getattr(member, SANCTIONS[Kind(kind)])
    if by is None or until is None or until <= timezone.now():
        return False
    last = Act.objects.filter(about=member, kind=kind).select_related("by").first()
    return last is not None and last.by is not None and roles.rank(last.by) > roles.rank(by)


def _done(
    by: Member | None,
    kind: Act.Kind,
    reason: str,
    member: Member,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    **more: Any,
) -> Act:
    """Write an act about a member, and notify them."""
    act = _write(by, kind, reason, member, before, after, **more)
    _tell(act, [member])
    return act


def _write(
    by: Member | None,
    kind: Act.Kind,
    reason: str,
    about: Member | None,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    **more: Any,
) -> Act:
    if not reason.strip():
        raise ActionRefusedError(_("A reason is needed."))
    fields = {"name": about.username if about else "", **more}
    return Act.objects.create(
        by=by,
        by_name=by.username if by else OPERATOR,
        kind=kind,
        about=about,
        reason=reason.strip(),
        details={"before": before, "after": after},
        **fields,
    )


def _tell(act: Act, members: Iterable[Member]) -> None:
    for member in members:
        Notice.objects.create(to=member, act=act)
        Member.objects.filter(pk=member.pk).update(unread=F("unread") + 1)


def _shut_out(member: Member) -> None:
    registry.blocked(member.player, True)
    accounts.end_other_sessions(member, None)


def _text(moment: datetime | None) -> str | None:
    return moment.isoformat() if moment else None


def _fix(fix: Correction) -> dict[str, Any]:
    return {"game": fix.game, "rating": str(fix.rating), "at": fix.at}
