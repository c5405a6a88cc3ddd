"""The worth of staked matches by the rules of the club, computed from nothing but their events."""

from collections.abc import Sequence

from zaria.match import events as ev


def changes(events: Sequence[ev.Event]) -> dict[str, int]:
    """The changes of both balances (hundredths) by a match that is over; none for a draw."""
    games = [event for event in events if isinstance(event, ev.GameEnded)]
    opened = events[0]
    assert isinstance(opened, ev.Opened)
    stakes, length = opened.terms.stakes, opened.terms.length
    if not games or games[-1].winner is None or stakes is None:
        return {}
    last, final = games[-1], stakes.stake
    assert last.winner is not None
    if length == 1:
        final = min(stakes.stake * last.points, stakes.held(1))
    fee = (final + 5) // 10  # 5 % of both stakes, and 10 % of the winnings, are the same
    seats = {event.side: event.player.id for event in events if isinstance(event, ev.Seated)}
    return {seats[last.winner]: final - fee, seats[1 - last.winner]: -final}
