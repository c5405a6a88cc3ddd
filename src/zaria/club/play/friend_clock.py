"""The clock of a table for a friend, which the front page offers beside its button."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from django.http import QueryDict

from zaria.club.play.base_form import TableForm
from zaria.club.play.by_day_fields import BY_DAY_TEXT, DAY_CLOCKS
from zaria.club.play.fields import sent
from zaria.club.play.forms import form_for
from zaria.club.play.last_terms import FormValues, completed_data
from zaria.club.play.terms_text import clock_text
from zaria.match.terms import ClockTerms

FIELD = "friend_clock"
"""The name of the choice in the form of the front page."""

FRIEND = "friend"


class ClockChoice(NamedTuple):
    """A clock on offer: its name in the form, its text, whether the next table has it, and its group."""

    name: str
    text: str
    is_next: bool
    group: Any = ""


def choices(game: str, wanted: Mapping[str, str], *, member: bool = False) -> list[ClockChoice]:
    """The clocks for a friend; `wanted` are the terms that the visitor chose last for the game.

    `member`: the visitor may play by the day. A remembered clock of one's own stands first, without a name:
    the next table has it too where nothing is chosen.
    """
    clocks, usual = _offer(game, member=member)
    following = _next_clock(game, wanted, member=member) if wanted else usual
    offered = [
        ClockChoice(name, clock_text(clock), clock == following, BY_DAY_TEXT if name in DAY_CLOCKS else "")
        for name, clock in clocks.items()
    ]
    return (
        offered if following in clocks.values() else [ClockChoice("", clock_text(following), True), *offered]
    )


def with_choice(game: str, wanted: Mapping[str, str], data: QueryDict, *, member: bool = False) -> FormValues:
    """The last terms of a game with the clock that `data` chooses for a friend."""
    form, name = form_for(game), data.get(FIELD, "")
    clocks = _clocks(form, member=member)
    if data.get("opponent") != FRIEND or name not in clocks:
        return dict(wanted)
    clock = clocks[name]
    if clock == _next_clock(game, wanted, member=member):
        return dict(wanted)
    return {**wanted, **{field: sent(value) for field, value in form.clock_of(clock).items()}}


@cache
def _offer(game: str, *, member: bool) -> tuple[Mapping[str, ClockTerms | None], ClockTerms | None]:
    """Return the clocks on offer, and that of somebody who has chosen none: to build a form takes long."""
    return _clocks(form_for(game), member=member), _next_clock(game, {}, member=member)


def _clocks(form: TableForm, *, member: bool) -> Mapping[str, ClockTerms | None]:
    """Return the clocks on offer by name: two members may also play by the day."""
    return {**form.friend_clocks, **DAY_CLOCKS} if member else form.friend_clocks


def _next_clock(game: str, wanted: Mapping[str, str], *, member: bool) -> ClockTerms | None:
    """Return the clock of a friend's table for which no clock is chosen, which is unrated."""
    data = QueryDict(mutable=True)
    data.update({"opponent": FRIEND, "rated": "no"})
    form = form_for(game, data, member=member)
    again = form_for(game, completed_data(form, data, wanted), member=member)
    usable = again if again.is_valid() else form
    usable.is_valid()
    return usable.time()
