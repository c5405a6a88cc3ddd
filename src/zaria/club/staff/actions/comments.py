"""Removal of comments."""

from django.db import transaction
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.comments import actions
from zaria.club.comments.models import Comment
from zaria.club.notifications.actions import lock_members
from zaria.club.staff.actions.recording import ActionRefusedError, record_and_notify, require_power
from zaria.club.staff.models import Act, ActKind

POWER = "comments"


@transaction.atomic
def remove_comment(by: Member | None, comment: Comment, reason: str) -> Act:
    """Remove a comment; its author gets a notice with the reason."""
    require_power(by, POWER, comment.author)
    lock_members([comment.author_id])
    before = {"place": comment.place, "text": comment.text}
    if not actions.remove(comment):
        raise ActionRefusedError(_("This comment no longer exists."))
    return record_and_notify(by, ActKind.COMMENT, reason, comment.author, before=before)
