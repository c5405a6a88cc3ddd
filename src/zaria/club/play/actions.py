"""What the play room does to the world: it sets tables. Views authorise, this acts."""

from zaria import bots
from zaria.club.guests import Guest
from zaria.club.play.form import TableForm
from zaria.live.app import Live, bot_player
from zaria.match.events import Player


async def set_table(live: Live, guest: Guest, form: TableForm) -> str:
    """Open a match on the terms of a valid form; the id of its table.

    One side is kept for `guest`; the other for the computer, or for whoever follows the link first.
    """
    me, terms = Player(*guest), form.terms()
    computer = form.cleaned_data["opponent"] == "computer"
    other = bot_player(bots.opponent(terms.game)) if computer else None
    return await live.open_match(terms, (me, other) if form.side() == 0 else (other, me))
