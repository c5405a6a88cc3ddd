"""Turns that can be taken back, and the match before each: in training, and with the opponent's consent."""

from msgspec.structs import replace

from zaria.match import events as ev
from zaria.match.clock import clock as clocks
from zaria.match.match import Match, ResultOffers, TakebackPoint, TakebackRequests

MOST = 500
"""Turns that may be taken back in one match: its record must stay one that can be read."""

MOST_DECLINED = 3
"""Requests of a side that may be declined in a game; after them it may not ask again."""


def needs_consent(match: Match) -> bool:
    """Return whether turns are taken back with the opponent's consent: two people play for nothing."""
    terms = match.terms
    if terms.rated or terms.stakes is not None or terms.tournament:
        return False
    if terms.training or terms.local is not None:
        return False
    return is_person(match, 0) and is_person(match, 1)


def can_request(match: Match, side: int) -> bool:
    """Return whether `side` may ask for its last turn, which the opponent has not answered by one of theirs.

    Each turn can be asked for once.
    """
    requests = match.requests
    return (
        match.phase in ("roll", "move")
        and match.turn == 1 - side
        and bool(match.past)
        and match.past[-1].before.turn == side
        and not requests.requested
        and requests.declined[side] < MOST_DECLINED
        and match.backs < MOST
        and needs_consent(match)
    )


def remembered(before: Match, event: ev.TurnPlayed | ev.Moved, after: Match) -> Match:
    """`after`, which knows `before` as well if the turn between them can be taken back.

    A turn in which nothing could be played, and one of a program, are not worth it. With consent the last
    turn alone can be taken back, and a request that still waits is declined by it.
    """
    with_consent = needs_consent(before)
    if not with_consent and (not before.terms.training or not is_person(before, event.side)):
        return after
    moves, move = (event.moves, "") if isinstance(event, ev.TurnPlayed) else ((), event.move)
    point = TakebackPoint(replace(before, past=()) if before.past else before, moves, move)
    if with_consent:
        return replace(answered(after), past=(point,) if moves or move else ())
    return after if not moves and not move else replace(after, past=(*before.past, point))


def rolled(before: Match, event: ev.Rolled, after: Match) -> Match:
    """`after`, in which a side that rolls again has no turn of its own to ask for any more."""
    own_turn = bool(before.past) and before.past[-1].before.turn == event.side
    return replace(answered(after), past=()) if own_turn and needs_consent(before) else after


def answered(match: Match) -> Match:
    """The match after an act that answers the last turn: a request that waits is declined."""
    if not needs_consent(match):
        return match
    requests = match.requests
    if requests.waiting is not None:
        requests = _declined(requests)
    if requests.requested:
        requests = replace(requests, requested=False)
    if requests is match.requests and not match.past:
        return match
    return replace(match, past=(), requests=requests)


def is_person(match: Match, side: int) -> bool:
    """Return whether a person, or their own program, sits on `side`."""
    player = match.players[side]
    return player is not None and player.bot is None


def take_back(match: Match, event: ev.TakenBack) -> Match:
    """The match as it stood before the last turn of `event.side`, the same roll in its hand.

    Rolls that were made since stay made: the next one has the next number. So do the clocks stand as they
    stood, and that of the side runs from now on.
    """
    if not match.past or match.past[-1].before.turn != event.side:
        raise ev.BrokenHistoryError("there is no turn to take back")
    before = match.past[-1].before
    # what the side declined by its turn does not come back to be accepted with what it knows now
    answered_offers = replace(before.draw_offers, offer=None)
    return replace(
        before,
        draw_offers=answered_offers if needs_consent(match) else before.draw_offers,
        past=match.past[:-1],
        backs=match.backs + 1,
        rolls=match.rolls,
        requests=TakebackRequests(declined=match.requests.declined),
        results=ResultOffers(declined=match.results.declined),
        clock=before.clock and clocks.anew(before.clock, event.at),
    )


def requested(match: Match, event: ev.TakebackRequested) -> Match:
    """The request waits; the clock of the side to act runs on."""
    return replace(match, requests=replace(match.requests, waiting=event.side, requested=True))


def declined(match: Match, event: ev.TakebackDeclined) -> Match:
    """Nothing waits any more."""
    if match.requests.waiting != 1 - event.side:
        raise ev.BrokenHistoryError("there is no request to decline")
    return replace(match, requests=_declined(match.requests))


def _declined(requests: TakebackRequests) -> TakebackRequests:
    first, second = requests.declined
    counts = (first + 1, second) if requests.waiting == 0 else (first, second + 1)
    return replace(requests, waiting=None, declined=counts)
