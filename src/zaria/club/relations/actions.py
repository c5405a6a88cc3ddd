"""Follow and block members. Each action may be repeated."""

from django.db import transaction

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import notify
from zaria.club.relations.models import Relation
from zaria.club.relations.notice_kinds import FOLLOWER, MemberBody


@transaction.atomic
def follow(member: Member, target: Member) -> None:
    """Let `member` follow `target`, who is notified once; it ends a block.

    Raises `ValueError` for the same member.
    """
    _set(member, target, follows=True)
    if not Relation.objects.filter(member=target, other=member, blocks=True).exists():
        body = MemberBody(name=member.username, path=f"/@{member.username}")
        notify([target.pk], FOLLOWER, body, key=f"follower:{member.pk}", sender=member.player)


def unfollow(member: Member, target: Member) -> None:
    """End following; a block stays."""
    Relation.objects.filter(member=member, other=target, follows=True).delete()


@transaction.atomic
def block(member: Member, target: Member) -> None:
    """Let `member` block `target`: neither follows the other any more. Raises `ValueError` for the same."""
    _set(member, target, blocks=True)
    unfollow(target, member)


def unblock(member: Member, target: Member) -> None:
    """End a block."""
    Relation.objects.filter(member=member, other=target, blocks=True).delete()


def forget(member: Member) -> None:
    """Remove all relations of a member, and those of others to them."""
    member.relations.all().delete()
    member.relations_of_others.all().delete()


def _set(member: Member, target: Member, *, follows: bool = False, blocks: bool = False) -> None:
    if member.pk == target.pk:
        raise ValueError("a member has no relation to themselves")
    values = {"follows": follows, "blocks": blocks}
    Relation.objects.update_or_create(member=member, other=target, defaults=values)
