"""A position from an address: in our own text, as FEN, as an XGID or as a gnubg ID."""

from collections.abc import Sequence
from typing import NamedTuple

from zaria import games
from zaria.games.board_games import BoardGame, BoardPosition
from zaria.games.protocols import DiceGame, InvalidPositionError, Option, Position
from zaria.games.tables import turn_duty_text
from zaria.match.first_position import can_begin
from zaria.match.match import Cube
from zaria.records.position_ids import gnubg, pasted, xgid
from zaria.records.position_ids.match_position import MatchPosition, of_position
from zaria.records.replay import Frame, placed

MOST_SETTINGS = 20


class ParsedPosition(NamedTuple):
    """A position as a frame, with side `near` below, and in all notations."""

    frame: Frame
    near: int
    names: tuple[tuple[str, str], ...]
    standing: MatchPosition | None
    start: tuple[str, int] | None
    """The text and the side on roll with which a game can begin from it; None where none can."""
    position: Position | BoardPosition


def parse_options(name: str, settings: Sequence[str]) -> dict[str, Option]:
    """Parse options of the form `option=value`; the game checks them."""
    choices = dict(games.get(name).choices)
    options: dict[str, Option] = {}
    for setting in settings[:MOST_SETTINGS]:
        key, _, value = setting.partition("=")
        options[key] = {str(choice): choice for choice in choices.get(key, ())}.get(value, value)
    return options


def parse_position(game: DiceGame | BoardGame, text: str, side: int) -> ParsedPosition:
    """Parse a position ("": the start) with `side` on roll; raises `InvalidPositionError`."""
    if game.is_board:
        return _on_squares(game, pasted.identifier_of(text))
    standing: MatchPosition | None = None
    if not text:
        position = game.start(side)
        standing = of_position(position) if game.contact.hits else None
        near = position.turn
    else:
        position, standing = pasted.read(game, text, side)
        near = position.turn if pasted.has_own_notation(text) else 1
    names = tuple(_names(position, standing))
    start = _start(game, position)
    return ParsedPosition(_frame(position, standing), near, names, standing, start, position)


def _start(game: DiceGame, position: Position) -> tuple[str, int] | None:
    """Position from which a game can begin; a roll not begun is rolled again."""
    text, duty = position.to_text(), position.duty
    if duty is not None and duty.own_roll and duty.base:
        text = text.removesuffix(turn_duty_text.write(duty))
    if len(game.rotation) > 1 or not can_begin(game, text, position.turn):
        return None
    return text, position.turn


def _on_squares(game: BoardGame, text: str) -> ParsedPosition:
    """The text tells whose turn it is."""
    position = game.parse(text) if text else game.start()
    frame = Frame(
        t="",
        game=0,
        now=game.id,
        turn=position.turn,
        score=(0, 0),
        squares=placed(position),
        id=position.to_text(),
    )
    fen = "Zaria" if game.id == "ugolki" else "FEN"
    names = [(fen, frame.id)]
    if ";" in frame.id:
        names = [("Zaria", frame.id), (fen, frame.id.partition(";")[0])]
    start = (frame.id, 0) if can_begin(game, frame.id, 0) else None
    return ParsedPosition(frame, 1 - int(game.light_below), tuple(names), None, start, position)


def _names(position: Position, standing: MatchPosition | None) -> list[tuple[str, str]]:
    """Names of the position, with the programs that use them."""
    names = [("Zaria", position.to_text())]
    if standing is not None:
        for name, write in (("XGID", xgid.write), ("GNU Backgammon", gnubg.write)):
            try:
                names.append((name, write(standing)))
            except InvalidPositionError:
                continue
    return names


def _frame(position: Position, standing: MatchPosition | None) -> Frame:
    duty = position.duty
    around = standing or MatchPosition((position.counts(0), position.counts(1)))
    return Frame(
        t="",
        game=0,
        now=position.game.id,
        turn=position.turn,
        men=(position.counts(0), position.counts(1)),
        pins=(position.pinned(0), position.pinned(1)),
        pips=(position.pips(0), position.pips(1)),
        dice=duty.stages[0] if duty is not None else (),
        later=duty.stages[1:] if duty is not None else (),
        rest=duty is not None and not duty.own_roll,
        cube=Cube(around.cube, around.owner),
        proposed=(around.cube * 2,) if around.offered == "double" else (),
        score=around.score,
        crawford=around.crawford,
        id=position.to_text(),
    )
