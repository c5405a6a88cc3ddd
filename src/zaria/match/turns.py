"""Rolling and playing."""

from zaria.games.game import IllegalTurn
from zaria.games.tables.position import Position
from zaria.games.tables.turn import Turn
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.course import end_game, next_roll, restart_game
from zaria.match.draft import Draft
from zaria.match.events import Dice2, Move
from zaria.match.match import Match
from zaria.match.refusals import Refused
from zaria.match.scoring import STUCK_ROLLS


def roll(draft: Draft, side: int, command: cmd.Roll) -> None:
    """Roll; where nothing can be played the turn passes at once."""
    match = draft.match
    if match.phase != "roll":
        raise Refused("not_now")
    n, dice = next_roll(draft, match)
    draft.add(ev.Rolled(at=draft.now, side=side, n=n, dice=dice))
    passed = _turn(match.position, dice, ())
    if passed is not None:
        _finish(draft, match, passed)


def play(draft: Draft, side: int, command: cmd.Play) -> None:
    """Play the roll, all of it that can be played."""
    match = draft.match
    if match.phase != "move" or match.dice is None:
        raise Refused("not_now")
    if command.n != match.rolls:
        raise Refused("stale_roll")
    turn = _turn(match.position, match.dice, command.moves)
    if turn is None:
        raise Refused("illegal_turn")
    _finish(draft, match, turn)


def _turn(position: Position, dice: Dice2, moves: tuple[Move, ...]) -> Turn | None:
    """The turn made of `moves` (none: a forced pass), or None unless it is complete and legal."""
    try:
        return position.complete(dice, moves)
    except IllegalTurn:
        return None


def _finish(draft: Draft, match: Match, turn: Turn) -> None:
    """End the turn of `match`, and with it perhaps the game."""
    draft.add(ev.TurnPlayed(at=draft.now, side=match.turn, moves=turn.moves, text=str(turn)))
    after = match.position.play(turn)
    outcome = after.outcome()
    if outcome is not None:
        end_game(draft, outcome.winner, outcome.points * match.cube.value, outcome.kind, "played")
    elif after.locked():
        restart_game(draft)
    elif not turn.moves and match.idle + 1 >= STUCK_ROLLS:
        end_game(draft, None, 0, "", "stuck")
