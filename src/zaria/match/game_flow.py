"""The course of a match: games begin, are restarted and end, and so does the match."""

from zaria.match import events as ev
from zaria.match.draft import Draft
from zaria.match.match import Match, ResultOffer
from zaria.match.scoring import SESSION_GAMES, added, champion, classes, is_crawford, leader
from zaria.match.terms import SESSION


def start_game(draft: Draft, number: int, *, crawford: bool, starter: int | None) -> None:
    """Set up a game. Without a starter the opening roll decides."""
    draft.add(
        ev.GameStarted(
            at=draft.now,
            number=number,
            crawford=crawford,
            starter=starter,
            start_number=_start_number(draft),
        )
    )
    if starter is None:
        roll_opening(draft)


def _start_number(draft: Draft) -> int | None:
    """The number of the starting position: drawn, or that of the first game of a pair; None without one."""
    match = draft.match
    count = match.drawn_starts()
    if not count or match.terms.same_start is not None:
        return match.terms.same_start
    return draft.dice.drawn_number(match.both_seeds(), count)


def restart_game(draft: Draft) -> None:
    """Begin the same game anew, the starter chosen as for this game originally."""
    draft.add(ev.Restarted(at=draft.now))
    if draft.match.phase == "between":
        roll_opening(draft)


def end_game(draft: Draft, winner: int | None, points: int, kind: str, how: str) -> None:
    """End a game for `points`, cube included; then the next one begins, or the match is over.

    The winner starts the next game, after a draw the starter of this one, unless the game rolls for it.
    A game in which nobody could move is played again. A money session is over when a player has run out of
    time, who may not be there any more, or after its last game.
    """
    match = draft.match
    draft.add(ev.GameEnded(at=draft.now, winner=winner, points=points, kind=kind, how=how))
    score = added(match.score, winner, points)
    best = champion(match, score)
    if how == "stuck" and match.terms.position:
        _close(draft, None, score)  # from the same position it could be stuck for ever
        return
    if best is not None:
        _close(draft, best, score)
        return
    if match.terms.length == SESSION and how != "stuck" and (how == "time" or match.game_no >= SESSION_GAMES):
        _close(draft, leader(score), score)
        return
    starter = match.starter if winner is None else winner
    if match.dice_game().next_starter == "roll":
        starter = None
    if how == "stuck":
        start_game(draft, match.game_no, crawford=match.crawford, starter=starter)
    else:
        start_game(draft, match.game_no + 1, crawford=is_crawford(match, score), starter=starter)


def end_as_offered(draft: Draft, offer: ResultOffer) -> None:
    """End a game that is decided in fact with the result that was offered."""
    match = draft.match
    kind = dict(classes(match))[offer.points]
    end_game(draft, offer.side, offer.points * match.cube.value, kind, "decided")


def forfeit_match(draft: Draft, winner: int | None, points: int) -> None:
    """End the game and with it the match, whatever the score: a player has left. No winner: a draw.

    A money session is won by the side with more points then.
    """
    kind = "draw" if winner is None else ""
    score = added(draft.match.score, winner, points)
    draft.add(ev.GameEnded(at=draft.now, winner=winner, points=points, kind=kind, how="left"))
    _close(draft, leader(score) if draft.match.terms.length == SESSION else winner, score)


def annul_match(draft: Draft) -> None:
    """End the game that is played, and with it the match, without a winner."""
    draft.add(ev.GameEnded(at=draft.now, winner=None, points=0, kind="", how="annulled"))
    _close(draft, None, draft.match.score)


def break_off(draft: Draft) -> None:
    """End the record of a game that was played on, or not at all, beyond what is known of it."""
    draft.add(ev.Annulled(at=draft.now))
    draft.add(ev.GameEnded(at=draft.now, winner=None, points=0, kind="", how="unfinished"))
    _close(draft, None, draft.match.score)


def void_match(draft: Draft) -> None:
    """End a match by the day that a side never began to play: it counts for nothing."""
    draft.add(ev.GameEnded(at=draft.now, winner=None, points=0, kind="", how="void"))
    _close(draft, None, draft.match.score)


def finish_session(draft: Draft, side: int) -> None:
    """End a money session without the game that `side` has not begun to play."""
    draft.add(ev.Finished(at=draft.now, side=side))
    score = draft.match.score
    _close(draft, leader(score), score)


def cancel_match(draft: Draft, side: int | None) -> None:
    """Clear a table at which no game was begun."""
    draft.add(ev.Cancelled(at=draft.now, side=side))
    _close(draft, None, draft.match.score)


def _close(draft: Draft, winner: int | None, score: tuple[int, int]) -> None:
    secret = draft.dice.secret.hex()
    draft.add(ev.MatchEnded(at=draft.now, winner=winner, score=score, secret=secret))


def next_roll(draft: Draft, match: Match) -> tuple[int, tuple[int, int]]:
    """The number of the next roll of `match`, and its dice."""
    n = match.rolls + 1
    return n, draft.dice.roll(match.both_seeds(), n)


def roll_opening(draft: Draft) -> None:
    """Roll one die for each side until they differ."""
    while draft.match.phase == "between":
        n, dice = next_roll(draft, draft.match)
        draft.add(ev.OpeningRolled(at=draft.now, n=n, dice=dice))
