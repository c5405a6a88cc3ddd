"""Begin direct conversations, mute conversations, remove lines."""

import secrets
from typing import NamedTuple

from django.db import IntegrityError, transaction

from zaria.club.accounts.models import Member
from zaria.club.conversations import unread
from zaria.club.conversations.announcements import RemovalAnnouncer
from zaria.club.conversations.models import Conversation, ConversationKind, Line, Participant
from zaria.club.notifications.announcements import announce_unread
from zaria.club.relations.queries import blocked_between
from zaria.club.site.clock import DAY_MS, now_ms
from zaria.live.sockets.protocol.server import LineRemoved

Kind = ConversationKind
NEW_A_DAY = 30
"""Direct conversations that one member may begin in a day."""
_KEY_LENGTH = 10
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class ConversationRefusedError(Exception):
    """A conversation may not be begun; `code` is one of `zaria.live.sockets.refusals.SENTENCES`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class _Pair(NamedTuple):
    """Two players in the order in which their conversation stores them."""

    first: str
    second: str

    @classmethod
    def of(cls, first: str, second: str) -> "_Pair":
        return cls(*sorted((first, second)))


def begin_direct(member: Member, peer: Member) -> str:
    """Return the id of the conversation of two members; begin it if there is none.

    Raises `ConversationRefusedError`.
    """
    if member.pk == peer.pk:
        raise ConversationRefusedError("not_allowed")
    pair = " ".join(_Pair.of(member.player, peer.player))
    existing = Conversation.objects.filter(pair=pair).values_list("pk", flat=True).first()
    if existing is not None:
        return existing
    try:
        with transaction.atomic():
            Member.objects.select_for_update(no_key=True).get(pk=member.pk)  # nobody begins more meanwhile
            _check(member, peer)
            return _create(pair, member.player)
    except IntegrityError:  # the other one has begun it meanwhile
        return Conversation.objects.values_list("pk", flat=True).get(pair=pair)


def _check(member: Member, peer: Member) -> None:
    if member.is_pupil or peer.is_pupil:
        raise ConversationRefusedError("not_allowed")
    if member.robot or not member.is_active or not peer.is_active:
        raise ConversationRefusedError("not_allowed")
    if blocked_between(member.player, peer.player):
        raise ConversationRefusedError("blocked")
    begun = Conversation.objects.filter(by=member.player, begun_at__gt=now_ms() - DAY_MS)
    if begun.count() >= NEW_A_DAY:
        raise ConversationRefusedError("too_fast")


@transaction.atomic
def _create(pair: str, by: str) -> str:
    key = "".join(secrets.choice(_LETTERS) for _ in range(_KEY_LENGTH))
    now = now_ms()
    row = Conversation.objects.create(
        id=f"{Kind.DIRECT}:{key}", kind=Kind.DIRECT, key=key, pair=pair, by=by, at=now, begun_at=now
    )
    Participant.objects.bulk_create(Participant(conversation=row, player=player) for player in pair.split())
    return row.pk


@transaction.atomic
def mute(conversation_id: str, player: str, *, muted: bool) -> None:
    """Mute a conversation for a player, or end that: a muted one counts as read."""
    row = Conversation.objects.select_for_update(no_key=True).filter(pk=conversation_id).first()
    if row is None:
        kind, _, key = conversation_id.partition(":")
        row, _ = Conversation.objects.get_or_create(pk=conversation_id, defaults={"kind": kind, "key": key})
    participant, _ = Participant.objects.get_or_create(conversation=row, player=player)
    participant.muted = muted
    participant.save(update_fields=["muted"])
    if muted:
        announce_unread(unread.update({row.pk: row.last}, {}, {(row.pk, player): row.last}))


@transaction.atomic
def mark_read(conversation_id: str, player: str) -> None:
    """Note that a player has read all of a conversation."""
    row = Conversation.objects.select_for_update(no_key=True).get(pk=conversation_id)
    announce_unread(unread.update({row.pk: row.last}, {}, {(row.pk, player): row.last}))


@transaction.atomic
def remove_line(conversation_id: str, number: int, by: str) -> bool:
    """Hide the text of a line from all readers; False if there is no such line or it is removed already.

    `by` is the player id of a member of the staff, or "operator". The staff can still read the text.
    """
    line = Line.objects.filter(conversation=conversation_id, number=number, removed_at=None)
    if not line.update(removed_at=now_ms(), removed_by=by):
        return False
    RemovalAnnouncer.after_commit(LineRemoved(conversation_id, number))
    return True
