"""Lines of an engine that lead through boards about which it is silent."""

from collections.abc import Collection

from msgspec.structs import replace

from zaria.bots.analysis import Analysis
from zaria.bots.analysis.shape import Choice, Decision
from zaria.bots.teaching import Advice
from zaria.games.board_games import BoardPosition
from zaria.live.matches.board_keys import BoardKey, board_key


def cut_lines(advice: Advice, position: BoardPosition, boards: Collection[BoardKey]) -> Advice:
    """Return advice about a position whose lines end before the first of the boards."""

    def cut(choice: Choice) -> Choice:
        return replace(choice, line=_before(choice.line, position, boards))

    choices = tuple(map(cut, advice.choices))
    if choices == advice.choices:
        return advice
    reasons = tuple(reason for reason in advice.reasons if not reason.line)
    return replace(advice, choices=choices, reasons=reasons)


def without_lines(analysis: Analysis) -> Analysis:
    """Return an analysis whose lines are their first move alone."""

    def shortened(decision: Decision) -> Decision:
        choices = [replace(choice, line=choice.line[:1]) for choice in decision.choices]
        return replace(decision, choices=tuple(choices))

    return replace(analysis, decisions=tuple(map(shortened, analysis.decisions)))


def _before(line: tuple[str, ...], position: BoardPosition, boards: Collection[BoardKey]) -> tuple[str, ...]:
    """Return the moves of a line, as books write them, before one of the boards is reached."""
    for number, notation in enumerate(line):
        ways = [way.move for way in position.legal_moves() if position.notation(way.move) == notation]
        if not ways:
            return line[:number]
        position = position.move(ways[0])
        if board_key(position) in boards:
            return line[:number]
    return line
