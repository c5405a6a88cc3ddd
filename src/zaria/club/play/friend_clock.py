"""The clock of a table for a friend, which the front page offers beside its button."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from django.http import QueryDict

from zaria.club.play.fields import sent
from zaria.club.play.forms import form_for
from zaria.club.play.last_terms import FormValues, completed_data
from zaria.club.play.terms_text import clock_text
from zaria.match.terms import ClockTerms

FIELD = "friend_clock"
"""The name of the choice in the form of the front page."""

FRIEND = "friend"


class ClockChoice(NamedTuple):
    """A clock on offer: its name in the form, its text, and whether the next table has it."""

    name: str
    text: str
    is_next: bool


def choices(game: str, wanted: Mapping[str, str]) -> list[ClockChoice]:
    """The clocks for a friend; `wanted` are the terms that the visitor chose last for the game.

    A remembered clock of one's own stands first, without a name: it is kept where nothing is chosen.
    """
    clocks, usual = _offer(game)
    following = _next_clock(game, wanted) if wanted else usual
    offered = [ClockChoice(name, clock_text(clock), clock == following) for name, clock in clocks.items()]
    return (
        offered if following in clocks.values() else [ClockChoice("", clock_text(following), True), *offered]
    )


def with_choice(game: str, wanted: Mapping[str, str], data: QueryDict) -> FormValues:
    """The last terms of a game with the clock that `data` chooses for a friend."""
    form, name = form_for(game), data.get(FIELD, "")
    if data.get("opponent") != FRIEND or name not in form.friend_clocks:
        return dict(wanted)
    clock = form.friend_clocks[name]
    if clock == _next_clock(game, wanted):
        return dict(wanted)
    return {**wanted, **{field: sent(value) for field, value in form.clock_of(clock).items()}}


@cache
def _offer(game: str) -> tuple[Mapping[str, ClockTerms | None], ClockTerms | None]:
    """Return the clocks on offer, and that of somebody who has chosen none: to build a form takes long."""
    return form_for(game).friend_clocks, _next_clock(game, {})


def _next_clock(game: str, wanted: Mapping[str, str]) -> ClockTerms | None:
    """Return the clock of a friend's table for which no clock is chosen."""
    data = QueryDict(mutable=True)
    data["opponent"] = FRIEND
    form = form_for(game, data)
    again = form_for(game, completed_data(form, data, wanted))
    usable = again if again.is_valid() else form
    usable.is_valid()
    return usable.time()
