"""Lag compensation: a quota of forgiven latency, as in lila and scalachess.

Every command of a player whose clock runs brings a gain, which grows with the length of the game, and each
forgiven millisecond is taken from what has come together. So whatever thinking time a client reports, all
that it can gain in a game is the quota: three gains to begin with and one for each command.

    quota = Quota.of(terms)                       # one for each side
    ms, after = quota.forgive(elapsed(match, now), think, rtt)
    events = decide(match, side, command, now, dice, ms)
    # `after` counts once the events are stored, if the first of them is an `events.Act`; else `quota` stays
"""

from collections.abc import Iterable
from typing import Self

import msgspec

from zaria.match import events as ev
from zaria.match.terms import ClockTerms

MOST_GAIN = 1_000
FULL, FIRST = 7, 3
"""So many gains a quota holds at most, and at the start."""

MOST_GRACE = 2_000
SLACK = 140
"""Milliseconds that a command may take beyond the measured way there and back."""


def gain_of(terms: ClockTerms) -> int:
    """The gain of each command (ms): more in longer games, where it matters less.

    In seconds s = bank + 40 (increment + delay) it is 10 (2 s / 5 + 15), and no more than a second.
    """
    expected = terms.bank + 40 * (terms.increment + terms.delay)
    return min(MOST_GAIN, expected // 250 + 150)


class Quota(msgspec.Struct, frozen=True, gc=False):
    """The remaining quota of a side (`remaining`, ms), and the `gain` of each command.

    `reported` is the sum of the lags computed from reported thinking times, `count` their number.
    """

    gain: int
    remaining: int
    reported: int = 0
    count: int = 0

    @classmethod
    def of(cls, terms: ClockTerms) -> Self:
        """The quota at the start of a match."""
        gain = gain_of(terms)
        return cls(gain, FIRST * gain)

    def forgive(self, elapsed: int, think: int | None, rtt: int | None = None) -> tuple[int, Self]:
        """The milliseconds forgiven to a command, and the quota after it.

        `elapsed` is the time since the side was asked (`timing.elapsed`), `think` what the client says of
        it was thinking (None: it does not say, and the mean of what it said before is taken for the lag),
        `rtt` the way there and back as the server itself measured it, which bounds the gain.
        """
        elapsed = max(0, elapsed)
        lag = self._mean() if think is None else max(0, elapsed - max(0, think))
        forgiven = min(lag, elapsed, self.remaining)
        return forgiven, self._spent(forgiven, None if think is None else lag, rtt)

    def grace(self) -> int:
        """The time (ms) after the deadline to wait for a move that may be on its way."""
        return min(MOST_GRACE, self.remaining)

    def after(self, event: ev.Act) -> Self:
        """The quota after an event that is stored already; what was measured then is not known any more."""
        return self._spent(event.lag, event.lag, None)

    def _spent(self, forgiven: int, reported: int | None, rtt: int | None) -> Self:
        gain = self.gain if rtt is None else min(self.gain, max(0, rtt) + SLACK)
        remaining = min(self.remaining + gain - forgiven, FULL * self.gain)
        if reported is None:
            return msgspec.structs.replace(self, remaining=remaining)
        seen = min(reported, MOST_GRACE)
        return msgspec.structs.replace(
            self, remaining=remaining, reported=self.reported + seen, count=self.count + 1
        )

    def _mean(self) -> int:
        return self.reported // self.count if self.count else 0


Quotas = tuple[Quota, Quota]


def quotas(terms: ClockTerms) -> Quotas:
    """Those of both sides at the start of a match."""
    return Quota.of(terms), Quota.of(terms)


def after_event(both: Quotas, event: ev.Event) -> Quotas:
    """Both quotas after a stored event. The pass that follows a roll by itself is nobody's command."""
    if not isinstance(event, ev.Act) or (isinstance(event, ev.TurnPlayed) and not event.moves):
        return both
    first, second = both
    return (first.after(event), second) if event.side == 0 else (first, second.after(event))


def rebuilt(terms: ClockTerms, events: Iterable[ev.Event]) -> Quotas:
    """The quotas of a match that is read from its events: no less than those of the host that wrote them."""
    both = quotas(terms)
    for event in events:
        both = after_event(both, event)
    return both
