"""The positions of a game as the API describes them, for games with dice and board games."""

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias

from zaria import games
from zaria.club.api.problems import ProblemError
from zaria.games.board_games import BoardPosition
from zaria.games.dice import Roll
from zaria.games.indiyka.rules import IndiykaRules
from zaria.games.protocols import AnyRules, GameKind, IllegalTurnError, Option, Outcome, Position
from zaria.records.position_ids import pasted

Family: TypeAlias = Literal["tables", "indiyka", "squares"]


class Positions(Protocol):
    """The positions of the games of one kind. Stateless."""

    def board(self, name: str) -> dict[str, Any]:
        """The fields that describe the board of a game."""

    def turns(
        self, name: str, options: Mapping[str, Option], text: str, roll: str, side: int
    ) -> dict[str, Any]:
        """The legal turns of a position, "" for the start; raises `ProblemError`, `InvalidPositionError`."""


class DicePositions:
    """The positions of games with dice."""

    def board(self, name: str) -> dict[str, Any]:
        """The contact between the sides' checkers."""
        game = games.dice_game(name)
        return {"contact": game.contact.value, "parallel": game.parallel, "misere": game.misere}

    def turns(
        self, name: str, options: Mapping[str, Option], text: str, roll: str, side: int
    ) -> dict[str, Any]:
        """The turns of a roll, which the position names or `roll` gives."""
        game = games.dice_game(name, **options)
        position: Position = pasted.read(game, text, side)[0] if text else game.start(side)
        outcome = position.outcome()
        answer = {"game": name, "side": position.turn}
        if outcome is not None:
            return answer | {"position": position.to_text(), "ended": _ended(outcome)}
        position = _rolled(position, roll)
        assert position.duty is not None
        pairs = list(zip(position.turns(), position.results(), strict=True))
        if not pairs:
            nothing = position.complete(())
            pairs = [(nothing, position.play(nothing))]
        return answer | {
            "position": position.to_text(),
            "dice": list(position.duty.stages[0]),
            "turns": [
                {"text": str(turn), "moves": turn.moves, "position": after.to_text(), "side": after.turn}
                for turn, after in pairs
            ],
        }


class BoardPositions:
    """The positions of board games."""

    def board(self, name: str) -> dict[str, Any]:
        """The size of the board."""
        return {"size": games.board_game(name).size}

    def turns(
        self, name: str, options: Mapping[str, Option], text: str, roll: str, side: int
    ) -> dict[str, Any]:
        """The moves of the side that the text names; a `roll` is refused."""
        if roll:
            raise ProblemError("no_dice")
        position = games.board_game(name, **options).first_position(pasted.identifier_of(text))
        outcome = position.outcome()
        answer = {"game": name, "position": position.to_text(), "side": position.turn}
        if outcome is not None:
            return answer | {"ended": _ended(outcome)}
        return answer | {"turns": [_move(position, move.move) for move in position.legal_moves()]}


POSITIONS: Mapping[GameKind, Positions] = {"dice": DicePositions(), "board": BoardPositions()}


def family_of(rules: AnyRules) -> Family:
    """The notation of a game's positions, as the API calls it."""
    if rules.is_board:
        return "squares"
    return "indiyka" if isinstance(rules, IndiykaRules) else "tables"


def _move(position: BoardPosition, move: str) -> dict[str, Any]:
    after = position.move(move)
    return {"text": position.notation(move), "move": move, "position": after.to_text(), "side": after.turn}


def _rolled(position: Position, roll: str) -> Position:
    if roll and not (len(roll) == 2 and set(roll) <= set("123456")):
        raise ProblemError("bad_field", what="roll")
    if not roll:
        if position.duty is None:
            raise ProblemError("no_roll")
        return position
    dice: Roll = (int(roll[0]), int(roll[1]))
    try:
        return position.rolled(dice)
    except IllegalTurnError as error:
        raise ProblemError("bad_field", what="roll") from error


def _ended(outcome: Outcome) -> dict[str, Any]:
    return {"winner": outcome.winner, "points": outcome.points, "kind": outcome.kind}
