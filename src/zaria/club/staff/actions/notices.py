"""Notices to members, marked as read by them."""

from django.db import transaction
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.notifications.actions import mark_event_read
from zaria.club.staff.models import Notice


@transaction.atomic
def acknowledge(member: Member, number: int) -> bool:
    """Mark a notice as read by its member; return whether it exists."""
    notices = Notice.objects.filter(to=member, pk=number)
    notices.filter(read_at=None).update(read_at=timezone.now())
    for act in notices.values_list("act", flat=True):
        mark_event_read([member.pk], f"act:{act}")
    unread = Notice.objects.filter(to=member, read_at=None).count()
    Member.objects.filter(pk=member.pk).update(unread=unread)
    return notices.exists()
