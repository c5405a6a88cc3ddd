"""The players' clock: a delay for each move, a bank for each game, an increment for each turn.

The clock runs for the side that must act: roll, move or answer. Its delay starts anew with each turn and
each answer; once it is used up the bank runs down. An empty bank loses the game. An offer does not end a
turn: when it is answered the turn's delay goes on where it was, so that nobody gains time by offering.

Latency is forgiven (`zaria.match.clock.lag` computes how much): the player's clock is
charged as if the command had come earlier, while the other's starts when it really came.
docs/explanation/clocks.md has a picture.
"""

import msgspec
from msgspec.structs import replace

from zaria.match.clock import weekdays
from zaria.match.terms import ClockTerms

INTERMISSION = 5_000
"""Milliseconds before the clock of a new game starts."""

SEEN = 350
"""Milliseconds given for each checker moved, so that the next player could see where it went."""


class Clock(msgspec.Struct, frozen=True, gc=False):
    """Both banks (ms) as of `since`, the moment from which `running` pays; None: the clock stands.

    `used`: what the side whose offer is being answered has used of its turn's delay (ms; less than
    nothing if it had not begun). `shown_at`: when `running` was last shown what it answers; the clock may
    start later, so that a move can be seen. `stood`: the time before it is not given back any more.
    """

    bank: tuple[int, int]
    running: int | None = None
    since: int = 0
    used: int = 0
    shown_at: int = 0
    stood: int = 0


def wound(terms: ClockTerms, before: Clock | None = None) -> Clock:
    """The clock at the start of a game, `before` that of the last one: a pool lasts for the whole match."""
    if terms.pool is not None and before is not None:
        return Clock(before.bank)
    return Clock((terms.bank, terms.bank))


def deadline(clock: Clock, terms: ClockTerms) -> int | None:
    """The moment at which the running side is out of time."""
    if clock.running is None:
        return None
    return weekdays.later(terms, clock.since, terms.delay + clock.bank[clock.running])


def hand_over(clock: Clock, terms: ClockTerms, at: int, to: int | None, since: int, bonus: int = 0) -> Clock:
    """Charge the running side until `at`, give it `bonus`, and let `to` run from `since` on."""
    bank = list(clock.bank)
    if clock.running is not None:
        used = max(0, weekdays.elapsed(terms, clock.since, at) - terms.delay)
        balance = max(0, bank[clock.running] - used) + bonus
        bank[clock.running] = balance if terms.pool is None else min(balance, terms.bank)
    return Clock((bank[0], bank[1]), to, since, shown_at=at)


def ask(clock: Clock, terms: ClockTerms, at: int, to: int) -> Clock:
    """Let `to` answer an offer of the running side, which goes on afterwards."""
    used = min(terms.delay, weekdays.elapsed(terms, clock.since, at))
    return replace(hand_over(clock, terms, at, to, at), used=used)


def ask_on(clock: Clock, terms: ClockTerms, at: int, to: int) -> Clock:
    """Let `to` answer an offer that was the answer to another; who made the first one still goes on."""
    return replace(hand_over(clock, terms, at, to, at), used=clock.used)


def go_on(clock: Clock, terms: ClockTerms, at: int, to: int) -> Clock:
    """Hand the clock back to `to`, whose offer was answered."""
    return replace(hand_over(clock, terms, at, to, weekdays.later(terms, at, -clock.used)), stood=at)


def credit(clock: Clock, ms: int) -> Clock:
    """The clock as if `ms` of the running time had not passed."""
    return replace(clock, since=clock.since + ms, shown_at=clock.shown_at + ms)


def stand(clock: Clock, terms: ClockTerms, begin: int, end: int) -> Clock:
    """The clock as if it had stood from `begin` to `end`; time that was given back already is not again."""
    begin = max(begin, clock.since, clock.stood)
    if end <= begin:
        return clock
    since = weekdays.later(terms, clock.since, weekdays.elapsed(terms, begin, end))
    return replace(clock, since=since, stood=end)


def forgivable(clock: Clock | None, side: int, at: int, lag: int) -> int:
    """Return the part of `lag` to forgive a command of `side` at `at`: at most the time its clock has run."""
    if clock is None or clock.running != side:
        return 0
    return max(0, min(lag, at - clock.since))


def forgive(clock: Clock, ms: int) -> Clock:
    """The clock of the running side, charged `ms` less for what it does now."""
    return replace(clock, since=clock.since + ms)


def anew(clock: Clock, at: int) -> Clock:
    """A clock of long ago, whose running side begins again at `at`."""
    return replace(clock, since=at, shown_at=at)


def show_dice(clock: Clock, at: int) -> Clock:
    """The running side sees at `at` what it goes on with: its dice."""
    return replace(clock, shown_at=at)
