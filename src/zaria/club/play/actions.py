"""Writes of the play pages: they set tables. Views authorize, this acts."""

from msgspec.structs import replace

from zaria import bots
from zaria.club.play import limits
from zaria.club.play.base_form import TableForm
from zaria.club.profile import privacy
from zaria.club.site.clock import MINUTE_MS
from zaria.live.app import Live, bot_player
from zaria.live.matches.escrow import is_staked
from zaria.live.matches.table_request import TableRequest
from zaria.match.events import Player
from zaria.match.seats import can_be_rated
from zaria.match.terms import Terms

MOST_CALLS_BY_GUESTS = 3
"""Invitations by guests that wait for one player at a time: members always come through."""
WAIT = 5 * MINUTE_MS
"""Milliseconds that a table waits for anyone, or for somebody who was invited; then it is cleared.

A table by the day has no such end: its owner sits down at once, and need not be there when somebody comes.
"""


class NotAdmittedError(Exception):
    """The lobby does not take such a table from this player now; `code` names the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


async def set_table(live: Live, me: Player, form: TableForm, address: str) -> str:
    """Open a match on the terms of a valid form; the id of its table. Raises `NotAdmittedError`.

    `address` is where `me` is.

    One side is kept for `me`; the other for the computer, for a named player, or for anybody
    first: out of the lobby or, where only the link leads to the table, by the link. Where two share a device
    both are kept for `me`.
    """
    side, against = form.side(), form.cleaned_data["opponent"]
    terms = form.terms_for(side)
    opponent: Player | None = None
    if against == "computer":
        opponent = bot_player(bots.opponent(terms.game, form.cleaned_data["level"]))
    elif against == "local":
        opponent = me
    elif against == "person":
        invited = live.lobby.sessions.visitor(form.cleaned_data["to"])
        if invited is None:
            raise NotAdmittedError("not_here")
        if not await privacy.may_invite(me, invited.id):
            raise NotAdmittedError("no_invitations")
        opponent = invited.player
        if terms.by_day and not can_be_rated(opponent):
            raise NotAdmittedError("by_day_members")
        if not can_be_rated(opponent):
            if is_staked(terms):
                raise NotAdmittedError("stake_members")
            terms = replace(terms, rated=False)
    await _admit(live, me, opponent, form, address, by_day=terms.by_day)
    return await live.open(
        TableRequest(
            terms,
            (me, opponent) if side == 0 else (opponent, me),
            wait=_wait(terms, against),
            public=against == "anyone",
            by=side,
        )
    )


def _wait(terms: Terms, against: str) -> int | None:
    if terms.by_day:
        return None
    return WAIT if against in ("anyone", "person") or is_staked(terms) else None


async def _admit(
    live: Live, me: Player, opponent: Player | None, form: TableForm, address: str, *, by_day: bool
) -> None:
    """Raise `NotAdmittedError` for a player with too many open tables or calls."""
    against = form.cleaned_data["opponent"]
    if against in ("anyone", "person"):
        objection = live.lobby.lists.objection(me.id, opponent.id if opponent else None, by_day=by_day)
        if objection is not None:
            raise NotAdmittedError(objection)
    if against == "person" and opponent is not None and not me.member:
        calls = live.lobby.lists.calls_by_guests(opponent.id)
        if calls >= MOST_CALLS_BY_GUESTS or not await limits.guest_may_invite(opponent.id, address):
            raise NotAdmittedError("too_many")
