"""Reasons for which a member may not stake an amount, in sentences for the member alone."""

from django.utils.translation import gettext as _

from zaria.club.ledger.amounts import with_unit
from zaria.club.player_limits.queries import standing_objection
from zaria.club.site.i18n import sentence
from zaria.club.stakes import newcomers


def refusal_text(code: str, player: str) -> str:
    """Return the sentence of a refusal; that of a new member says how much they may still stake today."""
    room = newcomers.room_left(player) if code == newcomers.CODE else None
    return sentence(code) if room is None else _newcomer_text(room)


def standing_refusal(player: str, stake: int = 0) -> str:
    """Return why a member could not stake so much (hundredths) now, "" if they could.

    Pages ask for it before they offer a button. It takes no lock, so it leaves out the limits of losses.
    """
    code = standing_objection(player, stake)
    if code is not None:
        return sentence(code)
    room = newcomers.room_left(player) if stake else None
    return "" if room is None or stake <= room else _newcomer_text(room)


def _newcomer_text(room: int) -> str:
    return _(
        "As a new member you can stake %(amount)s more of your free credits today. This limit "
        "ends after five rated matches against three members on two days."
    ) % {"amount": with_unit(room)}
