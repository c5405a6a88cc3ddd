"""The gains of a player from a match, line by line: rating, credits, standings of a tournament.

The rooms above add their lines by the signal `gain_lines`.
"""

from decimal import Decimal
from typing import Literal, NamedTuple, cast

from django.dispatch import Signal
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from zaria.club.ledger.amounts import amount_text, signed_text
from zaria.club.ledger.match_credits import match_credits

gain_lines = Signal()
"""Sent with `player` and `match_id`; a receiver returns a list of `Gain`."""

Way = Literal["up", "down", "level"]
KINDS = ("rating", "credits", "tournament")
"""Kinds of lines, in their order."""


class Gain(NamedTuple):
    """A line: its label, the change as text and its direction, a remark, and where to read more."""

    kind: Literal["rating", "credits", "tournament"]
    label: str
    text: str
    way: Way = "level"
    detail: str = ""
    address: str = ""


def gains(player: str, match_id: str) -> list[Gain]:
    """Return what a match that is over brought a player, as far as it is computed."""
    answers = gain_lines.send(Gain, player=player, match_id=match_id)
    lines: list[Gain] = _credits(player, match_id)
    for _receiver, answer in answers:
        # django-stubs type the answer of a receiver as a text
        lines += cast("list[Gain]", answer)
    return sorted(lines, key=lambda line: KINDS.index(line.kind))


def way(change: Decimal | int) -> Way:
    """Return the direction of a change."""
    return "up" if change > 0 else "down" if change < 0 else "level"


def _credits(player: str, match_id: str) -> list[Gain]:
    paid = match_credits(player, [match_id]).get(match_id)
    if paid is None or not paid.net:
        return []
    title = pgettext("credits", "Fee")
    fee = f"{title}: {amount_text(paid.fee)}" if paid.fee else ""
    return [Gain("credits", _("Credits"), signed_text(paid.net), way(paid.net), fee)]
