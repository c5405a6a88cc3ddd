"""Notices to members, marked as read by them."""

from django.db import transaction
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.staff.models import Notice


@transaction.atomic
def acknowledge(member: Member, number: int) -> bool:
    """Mark a notice as read by its member; return whether it exists."""
    own = Notice.objects.filter(to=member, pk=number)
    own.filter(read_at=None).update(read_at=timezone.now())
    unread = Notice.objects.filter(to=member, read_at=None).count()
    Member.objects.filter(pk=member.pk).update(unread=unread)
    return own.exists()
