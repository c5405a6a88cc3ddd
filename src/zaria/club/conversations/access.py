"""Access to conversations that the site decides: direct ones, and the rooms of tournaments and federations.

Who sits at a match, live play knows: the conversations of tables and onlookers are its affair.
"""

from typing import NamedTuple

from zaria.club.conversations.models import ConversationKind, Participant
from zaria.club.federations.models import Contract, Membership, MembershipState
from zaria.club.site.bounded_cache import BoundedCache
from zaria.club.tournaments.models import Entry, Invitation, Tournament

Kind = ConversationKind
_KINDS = frozenset(Kind.values)
OF_MATCHES = (Kind.TABLE, Kind.ONLOOKERS)
REMEMBER_S = 5.0
"""Seconds for which an answer holds."""
_MOST = 10_000


class ConversationId(NamedTuple):
    """The parts of a conversation's id."""

    kind: str
    key: str

    @classmethod
    def of(cls, conversation_id: str) -> "ConversationId | None":
        """The parts; None if there is no such kind."""
        kind, _, key = conversation_id.partition(":")
        return cls(kind, key) if kind in _KINDS and 0 < len(key) <= 64 else None


class Access:
    """Remembers for some seconds who may use which conversation. Belongs to one thread."""

    def __init__(self, remember_s: float = REMEMBER_S) -> None:
        """Answers hold for `remember_s` seconds."""
        self._answers: BoundedCache[tuple[str, str | None], bool] = BoundedCache(_MOST, remember_s)

    def allows(self, conversation_id: str, player: str | None) -> bool | None:
        """True if the player may read and write; None if there is no such conversation."""
        identifier = ConversationId.of(conversation_id)
        if identifier is None:
            return None
        if identifier.kind in OF_MATCHES:
            return True
        key = conversation_id, player
        allowed = self._answers.get(key)
        if allowed is None:
            allowed = _allows(identifier, conversation_id, player)
            if allowed is not None:
                self._answers.put(key, allowed)
        return allowed


def _allows(identifier: ConversationId, conversation_id: str, player: str | None) -> bool | None:
    if identifier.kind == Kind.DIRECT:
        players = Participant.objects.filter(conversation=conversation_id).values_list("player", flat=True)
        return None if player is None or player not in set(players) else True
    if identifier.kind == Kind.TOURNAMENT:
        return _allows_tournament(identifier.key, player)
    return _allows_federation(identifier.key, player)


def _allows_tournament(tournament_id: str, player: str | None) -> bool | None:
    """A public tournament is open to everybody, a private one to those who take part or may."""
    row = Tournament.objects.filter(pk=tournament_id).values("private", "director").first()
    if row is None:
        return None
    if not row["private"]:
        return True
    if player is None:
        return False
    return (
        row["director"] == player
        or Entry.objects.filter(tournament=tournament_id, player=player).exists()
        or Invitation.objects.filter(tournament=tournament_id, player=player).exists()
    )


def _allows_federation(slug: str, player: str | None) -> bool | None:
    """The members and the administrators of a federation meet in its room."""
    if player is None:
        return False
    state = MembershipState.MEMBER
    if Membership.objects.filter(federation__slug=slug, state=state, member__player=player).exists():
        return True
    contracts = Contract.objects.in_force().filter(federation__slug=slug, administrator__player=player)
    return contracts.exists()
