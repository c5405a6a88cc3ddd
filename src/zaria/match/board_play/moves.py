"""Games on squares in a match: what their events change, and what may be done now.

A match of them is one game. Its side that begins is to move at once; both sides may resign or speak of a
draw at any time, with either side to move.
"""

from msgspec.structs import replace

from zaria.games.board_games import BoardPosition
from zaria.games.protocols import IllegalTurnError, InvalidPositionError
from zaria.match import events as ev
from zaria.match import takebacks
from zaria.match.clock import clock as clocks
from zaria.match.clock import running
from zaria.match.match import DrawOffers, Last, LastMove, Match
from zaria.match.shared_events import Appliers, game_decided

VOID = 3
"""A game in which no more moves were made does not count (both sides together, rulebook 6.1).

In a tournament every game counts.
"""

SEEN = 150
"""Milliseconds given after a move, so that the other player could see it."""


def can_abort(match: Match) -> bool:
    """Return whether a player may leave without losing."""
    return match.phase == "move" and match.board_position().plies < VOID and not match.terms.tournament


def can_offer(match: Match, side: int) -> bool:
    """Return whether `side` may offer a draw: no offer stands, and it has moved since its last one."""
    return match.phase == "move" and match.draw_offers.offer is None and not match.draw_offers.offered[side]


def started(match: Match, event: ev.GameStarted) -> Match:
    """The game is set up, and the side that begins is to move."""
    terms = match.terms.clock
    match = replace(match, game_no=event.number, clock=terms and clocks.wound(terms, match.clock))
    position = _first_position(match, event.start_number)
    return replace(
        match,
        phase="move",
        start_number=event.start_number if match.terms.same_start is None else None,
        position=position,
        starter=event.starter,
        turn=position.turn,
        fresh=False,
        clock=running.passed(match, event.at, position.turn, clocks.INTERMISSION),
    )


def _first_position(match: Match, start_number: int | None) -> BoardPosition:
    """The position from which the game begins; raises `BrokenHistoryError` for a number that fits nothing."""
    game = match.board_game()
    if start_number is None and not match.drawn_starts():
        return game.first_position(match.terms.position)
    if start_number is None or match.terms.same_start not in (None, start_number):
        raise ev.BrokenHistoryError("the game begins from another starting position")
    try:
        return game.drawn_start(start_number)
    except InvalidPositionError as error:
        raise ev.BrokenHistoryError(str(error)) from error


def moved(match: Match, event: ev.Moved) -> Match:
    """A move declines an offer of the other side, and its own side may offer again."""
    before = match.board_position()
    try:
        after = before.move(event.move)
    except IllegalTurnError as error:
        raise ev.BrokenHistoryError(str(error)) from error
    offer = match.draw_offers.offer if match.draw_offers.offer == event.side else None
    # The first move of each side has the same time to begin with.
    pause = clocks.INTERMISSION if after.plies < 2 else SEEN
    moved_on = replace(
        match,
        phase="move" if after.outcome() is None else "between",
        position=after,
        turn=after.turn,
        last_move=LastMove(before, event.move),
        last=Last(event.side, (), event.text),
        draw_offers=DrawOffers(offer, _marked(match.draw_offers.offered, event.side, value=False)),
        clock=running.after_move(match, event.at, after.turn, pause),
    )
    return takebacks.remembered(match, event, moved_on)


def draw_offered(match: Match, event: ev.DrawOffered) -> Match:
    """The offer stands; the clock of the side to move runs on."""
    return replace(
        match, draw_offers=DrawOffers(event.side, _marked(match.draw_offers.offered, event.side, value=True))
    )


def draw_declined(match: Match, event: ev.DrawDeclined) -> Match:
    """Nothing is on offer any more."""
    return replace(match, draw_offers=replace(match.draw_offers, offer=None))


def _marked(pair: tuple[bool, bool], side: int, *, value: bool) -> tuple[bool, bool]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


APPLIERS: Appliers = {
    ev.GameStarted: started,
    ev.Moved: moved,
    ev.DrawOffered: draw_offered,
    ev.DrawDeclined: draw_declined,
    ev.DrawAccepted: game_decided,
    ev.Resigned: game_decided,
    ev.Aborted: game_decided,
}
