"""The course of a match: games begin, are restarted and end, and so does the match."""

from zaria.match import events as ev
from zaria.match.draft import Draft
from zaria.match.match import Match
from zaria.match.scoring import added, champion, is_crawford


def start_game(draft: Draft, number: int, crawford: bool, starter: int | None) -> None:
    """Set up a game. Without a starter the opening roll decides."""
    draft.add(ev.GameStarted(at=draft.now, number=number, crawford=crawford, starter=starter))
    if starter is None:
        _opening(draft)


def restart_game(draft: Draft) -> None:
    """Begin the same game anew, the starter chosen as for this game originally."""
    draft.add(ev.Restarted(at=draft.now))
    if draft.match.phase == "between":
        _opening(draft)


def end_game(draft: Draft, winner: int | None, points: int, kind: str, how: str) -> None:
    """End a game for `points`, cube included; then the next one begins, or the match is over.

    The winner starts the next game, after a draw the starter of this one, unless the game rolls for it.
    A game in which nobody could move is played again.
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
    starter = match.starter if winner is None else winner
    if match.dice_game().next_starter == "roll":
        starter = None
    if how == "stuck":
        start_game(draft, match.game_no, match.crawford, starter)
    else:
        start_game(draft, match.game_no + 1, is_crawford(match, score), starter)


def forfeit_match(draft: Draft, winner: int | None, points: int) -> None:
    """End the game and with it the match, whatever the score: a player has left. No winner: a draw."""
    kind = "draw" if winner is None else ""
    score = added(draft.match.score, winner, points)
    draft.add(ev.GameEnded(at=draft.now, winner=winner, points=points, kind=kind, how="left"))
    _close(draft, winner, score)


def annul_match(draft: Draft) -> None:
    """End the game that is played, and with it the match, without a winner."""
    draft.add(ev.GameEnded(at=draft.now, winner=None, points=0, kind="", how="annulled"))
    _close(draft, None, draft.match.score)


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


def _opening(draft: Draft) -> None:
    """One die each until they differ."""
    while draft.match.phase == "between":
        n, dice = next_roll(draft, draft.match)
        draft.add(ev.OpeningRolled(at=draft.now, n=n, dice=dice))
