"""Members as authors of lines: what forbids them to write anywhere."""

from collections.abc import Collection
from typing import NamedTuple

from zaria.club.accounts.models import Member
from zaria.club.site.clock import DAY_MS
from zaria.club.texts import consent
from zaria.live.conversations.store import Refused

_FOR_EVER_MS = 20 * 365 * DAY_MS
"""A mute that lasts longer has no end."""


class Author(NamedTuple):
    """A member as far as their lines are concerned.

    `muted_until` in ms, 0: not muted. `agreed`: they have agreed to the texts of the club, if they must.
    `is_pupil`: they write ready phrases only, to nobody alone.
    """

    muted_until: int
    active: bool
    agreed: bool
    is_pupil: bool

    def objection(self, at: int) -> Refused | None:
        """The refusal of a line of this member at a moment (ms); None: they may write."""
        if not self.active:
            return Refused("not_allowed")
        if self.muted_until > at:
            return Refused("muted", None if self.muted_until - at > _FOR_EVER_MS else self.muted_until)
        return None if self.agreed else Refused("consent_needed")


def find_authors(players: Collection[str]) -> dict[str, Author]:
    """Those of these players who are members, by their ids."""
    if not players:
        return {}
    fields = ("player", "muted_until", "is_active", "agreed", "is_pupil")
    rows = Member.objects.filter(player__in=players).values_list(*fields)
    asking = consent.newest_asking()
    return {
        player: Author(
            int(muted_until.timestamp() * 1000) if muted_until else 0,
            active,
            is_pupil or consent.demand_after(agreed, asking) is not consent.Demand.REQUIRED,
            is_pupil,
        )
        for player, muted_until, active, agreed, is_pupil in rows
    }
