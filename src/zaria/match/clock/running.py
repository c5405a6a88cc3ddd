"""The clock after an event of a match; None where it is played without one."""

from zaria.match import events as ev
from zaria.match.clock import clock
from zaria.match.match import Match


def passed(match: Match, at: int, to: int | None, pause: int = 0) -> clock.Clock | None:
    """Hand the clock to `to` (None: stop it), whose time starts `pause` ms after `at`."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clock.hand_over(match.clock, match.terms.clock, at, to, at + pause)


def asking(match: Match, at: int) -> clock.Clock | None:
    """Hand the clock to who answers the offer of the side on turn."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clock.ask(match.clock, match.terms.clock, at, 1 - match.turn)


def asking_on(match: Match, at: int, to: int) -> clock.Clock | None:
    """Hand the clock to `to`, whose offer was answered by another."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clock.ask_on(match.clock, match.terms.clock, at, to)


def resumed(match: Match, at: int) -> clock.Clock | None:
    """Hand the clock back to the side on turn, whose offer was answered."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clock.go_on(match.clock, match.terms.clock, at, match.turn)


def after_stage(match: Match, event: ev.TurnPlayed, to: int, *, done: bool) -> clock.Clock | None:
    """Hand the clock over after a stage; the last of a roll earns the increment, and so does handing over.

    A stage that could not be played follows another at once: what that one moved has still to be seen.
    """
    if match.clock is None or match.terms.clock is None:
        return None
    since = event.at + clock.SEEN * len(event.moves)
    if match.stage:
        since = max(since, match.clock.since)
    bonus = match.terms.clock.increment if done else 0
    return clock.hand_over(match.clock, match.terms.clock, event.at, to, since, bonus)


def after_move(match: Match, at: int, to: int, pause: int) -> clock.Clock | None:
    """Hand the clock to `to` after a move on squares, which earns the increment; it runs after `pause` ms."""
    if match.clock is None or match.terms.clock is None:
        return None
    return clock.hand_over(match.clock, match.terms.clock, at, to, at + pause, match.terms.clock.increment)
