"""What the play room does to the world: it sets tables. Views authorise, this acts."""

from zaria.club.guests import Guest
from zaria.club.play.forms import TableForm
from zaria.live.app import Live, bot_player
from zaria.match.events import Player

COMPUTER = "plain"
"""The program that plays for the house."""


async def set_table(live: Live, guest: Guest, form: TableForm) -> str:
    """Open a match on the terms of a valid form; the id of its table.

    One side is kept for `guest`; the other for the computer, or for whoever follows the link first.
    """
    me = Player(*guest)
    other = bot_player(COMPUTER) if form.cleaned_data["opponent"] == "computer" else None
    return await live.open_match(form.terms(), (me, other) if form.side() == 0 else (other, me))
