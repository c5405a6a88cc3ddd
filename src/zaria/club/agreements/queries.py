"""Reads agreements: for the execution of their acts, and for their own players."""

from collections.abc import Sequence
from typing import Any

import msgspec

from zaria.club.accounts.models import Member
from zaria.club.agreements.models import SealedActs
from zaria.match.ahead import NOTHING, AgreedActs


def agreed_acts(match_id: str, players: Sequence[str | None]) -> tuple[AgreedActs, AgreedActs]:
    """Return what the players (ids) of side 0 and of side 1 have agreed to. Call it in a thread."""
    rows = SealedActs.objects.filter(match_id=match_id, player__in=[player for player in players if player])
    acts = {player: _decoded(body) for player, body in rows.values_list("player", "acts")}
    first, second = (acts.get(player or "", NOTHING) for player in players)
    return first, second


def own_acts(match_id: str, player: str) -> AgreedActs:
    """Return what a player (id) has agreed to in a match. Call it in a thread."""
    return agreed_acts(match_id, (player, None))[0]


def stored_data(member: Member) -> list[dict[str, Any]]:
    """The agreements of a member, for that member."""
    rows = SealedActs.objects.filter(player=member.player).order_by("at")
    return [dict(row) for row in rows.values("match_id", "acts", "at")]


def _decoded(body: Any) -> AgreedActs:
    """Return the acts of a row; one of a later version of the site agrees to nothing here."""
    try:
        return msgspec.convert(body, AgreedActs)
    except msgspec.ValidationError:
        return NOTHING
