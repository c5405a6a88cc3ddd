"""The fields of a clock by the day, in every form of a new table: days for each turn, or a pool of days."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from zaria.club.play.fields import DefaultedChoice
from zaria.club.play.options import YES_FIRST, YES_NO
from zaria.club.play.terms_text import clock_text, hours_text
from zaria.match.terms import DAYS, POOLS, USUAL_POOL, ClockTerms

BY_DAY = "days"
"""The choice of the field `clock` that means a clock by the day."""

BY_DAY_TEXT = _("By the day")

TURN_BY_TURN = "none"
"""The choice of the field `pool` for the same number of days at each turn."""

USUAL_DAYS = 3
"""The days for a turn where none are chosen."""

DAY_PARTS = ("pool", "days", "vacation", "weekends")
"""The names of the fields."""

_clock_text, _hours_text = lazy(clock_text, str), lazy(hours_text, str)


def pool_name(pool: tuple[int, int]) -> str:
    """A pool as the field `pool` has it: the days in all and the hours that come back, as "7-24"."""
    return "-".join(map(str, pool))


_POOLS: Mapping[str, tuple[int, int]] = {pool_name(pool): pool for pool in POOLS}

DAY_CLOCKS: Mapping[str, ClockTerms] = {
    **{f"pool-{name}": ClockTerms.with_pool(*pool) for name, pool in _POOLS.items()},
    **{f"days-{days}": ClockTerms.by_days(days) for days in DAYS},
}
"""The clocks by the day with the usual breaks, by the name of a single choice."""


class ByDayFields(forms.Form):
    """The parts of a clock by the day, which two members may agree on."""

    pool = DefaultedChoice(
        _("Thinking time"),
        {
            **{name: _clock_text(ClockTerms.with_pool(*pool)) for name, pool in _POOLS.items()},
            TURN_BY_TURN: _("The same for each turn"),
        },
        _("A pool of days runs in your turns. Each turn gives some time back, never above the start."),
        default=pool_name(USUAL_POOL),
    )
    days = DefaultedChoice(
        _("Time for each turn"), {days: _hours_text(24 * days) for days in DAYS}, default=USUAL_DAYS
    )
    vacation = DefaultedChoice(
        _("Vacation"), YES_FIRST, _("The clock stands while the player to move is on vacation.")
    )
    weekends = DefaultedChoice(_("Weekends off"), YES_NO, _("The clock stands on Saturday and Sunday (UTC)."))

    def clock_by_day(self) -> ClockTerms:
        """The clock by the day of a valid form; programs may send the days of a turn without a pool."""
        values = self.cleaned_data
        breaks = {"vacation": values["vacation"], "weekends": values["weekends"]}
        pool = _POOLS.get(values["pool"])
        if pool is None or (self.data.get("days") and not self.data.get("pool")):
            return ClockTerms.by_days(values["days"], **breaks)
        return ClockTerms.with_pool(*pool, **breaks)

    def sends_days(self) -> bool:
        """True if the parts of a clock by the day came without the choice of it."""
        return not self.data.get("clock") and bool(self.data.get("days") or self.data.get("pool"))


def fields_of_days(clock: ClockTerms) -> dict[str, Any]:
    """The fields of a clock by the day."""
    time = (
        {"pool": TURN_BY_TURN, "days": clock.days} if clock.pool is None else {"pool": pool_name(clock.pool)}
    )
    return {"clock": BY_DAY, **time, "vacation": clock.vacation, "weekends": clock.weekends}
