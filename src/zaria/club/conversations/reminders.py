"""Notices about messages that stay unread: one for each conversation, until it is read."""

from django.db.models import CharField, Exists, F, OuterRef, Value
from django.db.models.functions import Cast, Concat

from zaria.club.accounts.models import Member
from zaria.club.conversations.models import ConversationKind, Participant
from zaria.club.conversations.notice_kinds import MESSAGE, MessageBody
from zaria.club.notifications.actions import mark_event_read, notify
from zaria.club.notifications.queries import notices_of_event
from zaria.club.site.clock import DAY_MS, MINUTE_MS, play_ms

AFTER_MS = 10 * MINUTE_MS
"""Milliseconds for which a message is unread before its reader is reminded."""
_BACK_MS = DAY_MS
_AT_ONCE = 200


def remind() -> None:
    """Notify members of direct conversations that have been unread for a while."""
    now = play_ms()
    waiting = Participant.objects.filter(
        conversation__kind=ConversationKind.DIRECT,
        muted=False,
        unread_since__range=(now - _BACK_MS, now - AFTER_MS),
    )
    since = Cast("unread_since", CharField())
    keyed = waiting.annotate(event=Concat(Value("message:"), F("conversation"), Value(":"), since))
    notices = notices_of_event(OuterRef("event")).filter(to__player=OuterRef("player"))
    for row in keyed.filter(~Exists(notices)).order_by("unread_since")[:_AT_ONCE]:
        peers = Participant.objects.filter(conversation=row.conversation_id).exclude(player=row.player)
        writer = Member.objects.filter(player__in=peers.values("player"), is_active=True).first()
        to = Member.objects.filter(player=row.player).values_list("pk", flat=True)
        if writer is not None and row.unread_since is not None:
            body = MessageBody(name=writer.username, path=f"/messages/{row.conversation_id}")
            notify(to, MESSAGE, body, key=_key(row.conversation_id, row.unread_since))


def mark_seen(conversation_id: str, player: str, unread_since: int) -> None:
    """Note that a conversation is read: its notice, if there is one, counts as read."""
    if unread_since <= play_ms() - AFTER_MS:
        to = Member.objects.filter(player=player).values_list("pk", flat=True)
        mark_event_read(list(to), _key(conversation_id, unread_since))


def _key(conversation_id: str, unread_since: int) -> str:
    return f"message:{conversation_id}:{unread_since}"
