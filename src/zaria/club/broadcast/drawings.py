"""Arrows that commentators draw on the board of a broadcast."""

from functools import cache
from typing import Annotated, Any

import msgspec

from zaria.club.accounts.models import Member
from zaria.club.broadcast.models import Drawing
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates

MOST_ARROWS = 30
LONGEST_BOARD = 600
"""Letters of a board: two sides of 26 numbers, or 144 squares of a few letters."""
WHOLE = 1000
"""The width and the height of a board."""
CHANGES_A_MINUTE = 120

Thousandths = Annotated[int, msgspec.Meta(ge=0, le=WHOLE)]
Arrow = tuple[Thousandths, Thousandths, Thousandths, Thousandths]
"""From x, y to x, y in thousandths of a board; an arrow that ends where it begins is a ring."""


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The arrows on a board, of which pages write a text in ASCII; they are shown as long as it is."""

    board: Annotated[str, msgspec.Meta(max_length=LONGEST_BOARD, pattern=r"\A[ -~]*\Z")]
    arrows: Annotated[tuple[Arrow, ...], msgspec.Meta(max_length=MOST_ARROWS)]


@cache
def rates() -> Rates:
    """Of the drawings that commentators send."""
    return SharedRates("drawings", CHANGES_A_MINUTE)


def draw(member: Member, match_id: str, drawn: Drawn) -> None:
    """Show a drawing in place of the commentator's last one."""
    fields = {"match_id": match_id, "board": drawn.board, "arrows": drawn.arrows}
    Drawing.objects.update_or_create(pk=member.pk, defaults=fields)


def drawn_by(login: str, match_id: str) -> Drawn | None:
    """Return what the member with a login drew on the board of a match, None if nothing."""
    members = Member.objects.by_login(login).filter(is_active=True)
    row = Drawing.objects.filter(member__in=members, match_id=match_id).first()
    return None if row is None else msgspec.convert({"board": row.board, "arrows": row.arrows}, Drawn)


def stored_data(member: Member) -> dict[str, Any] | None:
    """Return the member's drawing for their data."""
    row = Drawing.objects.filter(member=member).first()
    return None if row is None else {"match_id": row.match_id, "board": row.board, "arrows": row.arrows}


def forget(member: Member) -> None:
    """Delete the member's drawing."""
    Drawing.objects.filter(member=member).delete()
