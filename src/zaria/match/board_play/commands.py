"""Playing a game on squares: moves, draw offers, resignation and leaving."""

from zaria.games.board_games import WIN
from zaria.games.protocols import IllegalTurnError
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.board_play.moves import VOID, can_abort, can_offer
from zaria.match.draft import Draft
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import added, classes


def move(draft: Draft, side: int, command: cmd.Move) -> None:
    """Make a legal move; perhaps the game ends so."""
    match = draft.match
    if side != match.turn:
        raise CommandRefusedError("not_your_turn")
    position = match.board_position()
    if command.n != position.plies:
        raise CommandRefusedError("stale_roll")
    try:
        text = position.notation(command.move)
        after = position.move(command.move)
    except IllegalTurnError:
        raise CommandRefusedError("illegal_move") from None
    draft.add(ev.Moved(at=draft.now, side=side, move=command.move, text=text))
    outcome = after.outcome()
    if outcome is not None:
        finish(draft, outcome.winner, "played", after.reason())


def resign(draft: Draft, side: int, command: cmd.Resign) -> None:
    """Lose the game, with either side to move."""
    if command.points not in dict(classes(draft.match)):
        raise CommandRefusedError("bad_points")
    draft.add(ev.Resigned(at=draft.now, side=side))
    finish(draft, 1 - side, "resigned")


def abort(draft: Draft, side: int, command: cmd.Abort) -> None:
    """Leave a game that does not count yet."""
    if not can_abort(draft.match):
        raise CommandRefusedError("tournament_table" if draft.match.terms.tournament else "closed")
    draft.add(ev.Aborted(at=draft.now, side=side))
    finish(draft, None, "void")


def offer_draw(draft: Draft, side: int, command: cmd.OfferDraw) -> None:
    """Offer a draw once between two moves of one's own; the offer cannot be withdrawn."""
    if not can_offer(draft.match, side):
        raise CommandRefusedError(
            "draw_offered" if draft.match.draw_offers.offer is not None else "draw_again"
        )
    draft.add(ev.DrawOffered(at=draft.now, side=side))


def accept_draw(draft: Draft, side: int, command: cmd.AcceptDraw) -> None:
    """Agree to a draw."""
    _need_offer(draft, side)
    draft.add(ev.DrawAccepted(at=draft.now, side=side))
    finish(draft, None, "draw")


def decline_draw(draft: Draft, side: int, command: cmd.DeclineDraw) -> None:
    """Play on."""
    _need_offer(draft, side)
    draft.add(ev.DrawDeclined(at=draft.now, side=side))


def finish(draft: Draft, winner: int | None, how: str, why: str = "") -> None:
    """End the game, and the match with it: a win is one point, a draw none, and too few moves are nothing."""
    match = draft.match
    kind = "draw" if winner is None else WIN
    if match.board_position().plies <= VOID and not match.terms.tournament:
        winner, kind, how, why = None, "", "void", ""
    points = 0 if winner is None else 1
    draft.add(ev.GameEnded(at=draft.now, winner=winner, points=points, kind=kind, how=how, why=why))
    score = added(match.score, winner, points)
    secret = draft.dice.secret.hex()
    draft.add(ev.MatchEnded(at=draft.now, winner=winner, score=score, secret=secret))


def _need_offer(draft: Draft, side: int) -> None:
    if draft.match.draw_offers.offer != 1 - side:
        raise CommandRefusedError("no_draw_offer")
