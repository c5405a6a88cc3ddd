"""Writes and removes comments. Each function is one transaction."""

import hashlib
from collections.abc import Collection
from datetime import timedelta
from textwrap import shorten

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from zaria.club.accounts import sanctions
from zaria.club.accounts.models import Member
from zaria.club.comments.comment_places import CommentPlace
from zaria.club.comments.models import MOST, Comment
from zaria.club.comments.notice_kinds import COMMENT, CommentBody
from zaria.club.notifications.actions import lock_members, notify
from zaria.club.relations.queries import blocked_pairs
from zaria.club.site.http import submissions
from zaria.club.site.text.plain_text import RefusedTextError, plain_text
from zaria.club.site.text.word_filter import require_allowed

LEAST = 2
AN_HOUR = timedelta(hours=1)
MOST_AN_HOUR = 5
MOST_NOTIFIED = 20
"""Comments before a new one, the authors of which are notified."""


def write(member: Member, place: CommentPlace, text: str) -> Comment:
    """Add a comment; raises `RefusedTextError` with the reason."""
    text = plain_text(text, MOST, least=LEAST, newlines=True)
    require_allowed(text)
    digest = hashlib.sha256(text.casefold().encode()).hexdigest()
    try:
        with transaction.atomic():
            readers = _readers(member, place)
            lock_members([member.pk, *readers])
            author = Member.objects.get(pk=member.pk)
            _require_may_write(author)
            comment = Comment.objects.create(place=place.name, author=author, text=text, digest=digest)
            _notify_readers(comment, place, readers)
            submissions.record_destination(f"{place.path}#comments")
            return comment
    except IntegrityError:
        raise RefusedTextError("repeated", _("You have already posted this.")) from None


def remove_own(member: Member, number: int) -> str | None:
    """Remove a comment of its author; return the name of its place, None if there is no such comment."""
    with transaction.atomic():
        rows = Comment.objects.select_for_update(no_key=True)
        comment = rows.filter(author=member, pk=number, removed=False).first()
        if comment is None:
            return None
        comment.text, comment.digest, comment.removed = "", "", True
        comment.save()
        return comment.place


def remove(comment: Comment) -> bool:
    """Remove a comment for the staff, so that its author cannot write the same again; False: it is gone."""
    comments = Comment.objects.filter(pk=comment.pk, removed=False)
    return comments.update(text="", removed=True) == 1


def forget(member: Member) -> None:
    """Delete the comments of a member who ends their account."""
    Comment.objects.filter(author=member).delete()


def _readers(author: Member, place: CommentPlace) -> list[int]:
    """The players of a match and the authors of the last comments, without those kept apart."""
    before = Comment.objects.filter(place=place.name, removed=False).order_by("-pk")
    authors = {*before.values_list("author", flat=True)[:MOST_NOTIFIED]}
    readers = Member.objects.filter(Q(pk__in=authors) | Q(player__in=place.players)).exclude(pk=author.pk)
    ids = dict(readers.values_list("player", "pk"))
    apart = blocked_pairs([(author.player, player) for player in ids])
    return [pk for player, pk in ids.items() if (author.player, player) not in apart]


def _notify_readers(comment: Comment, place: CommentPlace, readers: Collection[int]) -> None:
    author = comment.author
    body = CommentBody(
        name=author.username,
        text=shorten(comment.text, 120, placeholder="…"),
        path=f"{place.path}#comments",
    )
    notify(readers, COMMENT, body, key=f"comment:{comment.pk}", sender=author.player)


def _require_may_write(author: Member) -> None:
    if author.robot:
        raise RefusedTextError("not_allowed", _("Bot accounts can't comment."))
    mute = sanctions.mute_of(author)
    if mute is not None:
        raise RefusedTextError("muted", mute_text(mute))
    since = timezone.now() - AN_HOUR
    latest = Comment.objects.filter(author=author, at__gt=since).order_by("-at").values_list("at", flat=True)
    recent = list(latest[:MOST_AN_HOUR])
    if len(recent) == MOST_AN_HOUR:
        end = date_format(recent[-1] + AN_HOUR, "TIME_FORMAT")
        raise RefusedTextError(
            "too_fast",
            _("You can write %(n)s comments an hour. The next one from %(time)s (UTC).")
            % {"n": MOST_AN_HOUR, "time": end},
        )


def mute_text(mute: sanctions.Sanction) -> str:
    """The sentence for a member who is muted."""
    if mute.until is None:
        return _("You are muted. You can still play.")
    end = date_format(mute.until, "DATETIME_FORMAT")
    return _("You are muted until %(end)s (UTC). You can still play.") % {"end": end}
