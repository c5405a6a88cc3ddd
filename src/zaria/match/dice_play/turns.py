"""Rolling and playing, stage by stage."""

from zaria.games.protocols import IllegalTurnError, Position
from zaria.games.turn import Turn
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.dice_play.view import NO_STEPS
from zaria.match.draft import Draft
from zaria.match.events import Move
from zaria.match.game_flow import end_game, next_roll, restart_game
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import STUCK_ROLLS, counted


def roll(draft: Draft, side: int, command: cmd.Roll) -> None:
    """Roll; where nothing can be played the turn passes at once."""
    match = draft.match
    if match.phase != "roll":
        raise CommandRefusedError("not_now")
    n, dice = next_roll(draft, match)
    draft.add(ev.Rolled(at=draft.now, side=side, n=n, dice=dice))
    position = match.dice_position().rolled(dice)
    if position.tree_json() == NO_STEPS:  # the side that has rolled is sent the tree next
        _finish(draft, position, position.complete(()), match.idle + 1)


def play(draft: Draft, side: int, command: cmd.Play) -> None:
    """Play the stage, all of it that can be played."""
    match = draft.match
    if match.phase != "move":
        raise CommandRefusedError("not_now")
    if command.n != match.rolls or command.stage != match.stage:
        raise CommandRefusedError("stale_roll")
    turn = _turn(match.dice_position(), command.moves)
    if turn is None:
        raise CommandRefusedError("illegal_turn")
    _finish(draft, match.dice_position(), turn, match.idle)


def _turn(position: Position, moves: tuple[Move, ...]) -> Turn | None:
    """The stage played by `moves` (none: a forced pass), or None unless that is complete and legal."""
    try:
        return position.complete(moves)
    except IllegalTurnError:
        return None


def _finish(draft: Draft, position: Position, turn: Turn, idle: int) -> None:
    """Play `turn` and the stages after it of which nothing can be played; perhaps the game ends so.

    `idle` counts the rolls in a row, with this one, that moved no checker so far.
    """
    next_turn: Turn | None = turn
    while next_turn is not None:
        moves = next_turn.moves
        draft.add(ev.TurnPlayed(at=draft.now, side=position.turn, moves=moves, text=str(next_turn)))
        idle = 0 if moves else idle
        position = position.play(next_turn)
        outcome = position.outcome()
        if outcome is not None:
            end_game(draft, outcome.winner, *counted(draft.match, outcome), "played")
            return
        if position.locked():
            restart_game(draft)
            return
        if position.duty is None:
            break
        next_turn = _turn(position, ())
    if position.duty is None and idle >= STUCK_ROLLS:
        end_game(draft, None, 0, "", "stuck")
