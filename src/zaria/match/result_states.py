"""Offers of a result: who may make one, their effects, and those of the acts that answer them."""

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.match.clock import weekdays
from zaria.match.match import Match, ResultOffer, ResultOffers
from zaria.match.terms import ClockTerms

MOST_DECLINED = 3
"""Offers of a side that may be declined in a game; after them it may not offer again."""


def can_offer(match: Match, side: int) -> bool:
    """Return whether `side` may offer the result if the game is decided: once between two acts of play."""
    return (
        match.terms.by_day
        and not match.game.is_board
        and match.phase in ("roll", "move")
        and match.to_act() == 1 - side
        and not match.results.offered
        and match.results.declined[side] < MOST_DECLINED
        and match.dice_position().is_race()
    )


def offered(match: Match, event: ev.ResultOffered) -> Match:
    """The offer waits; the clock of the side to act runs on."""
    waiting = ResultOffer(event.side, event.points, event.at)
    return replace(match, results=replace(match.results, waiting=waiting, offered=True))


def declined(match: Match, event: ev.ResultDeclined) -> Match:
    """Nothing waits any more."""
    waiting = match.results.waiting
    if waiting is None or waiting.side != 1 - event.side:
        raise ev.BrokenHistoryError("there is no result to decline")
    return replace(match, results=_declined(match.results, waiting.side))


def stood(match: Match, terms: ClockTerms, event: ev.ClockStood) -> Match:
    """The match after a time in which the clock stood: it does not count towards the answer."""
    waiting = match.results.waiting
    if waiting is None:
        return match
    begin = max(event.begin, waiting.since, waiting.stood)
    if event.end <= begin:
        return match
    since = weekdays.later(terms, waiting.since, weekdays.elapsed(terms, begin, event.end))
    waiting = replace(waiting, since=since, stood=event.end)
    return replace(match, results=replace(match.results, waiting=waiting))


def played_on(match: Match) -> Match:
    """The match after an act of play: an offer that waits is declined, and there may be another."""
    results = match.results
    if results.waiting is not None:
        results = _declined(results, results.waiting.side)
    if results.offered:
        results = replace(results, offered=False)
    return match if results is match.results else replace(match, results=results)


def _declined(results: ResultOffers, side: int) -> ResultOffers:
    first, second = results.declined
    counts = (first + 1, second) if side == 0 else (first, second + 1)
    return replace(results, waiting=None, declined=counts)
