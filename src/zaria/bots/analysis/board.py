"""The analysis of a game on squares, move by move, in chances to win."""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from zaria.bots import levels
from zaria.bots.analysis.grading import DIGITS, SHOWN, Situation, grade
from zaria.bots.analysis.marks import CHANCE
from zaria.bots.analysis.settings import Settings
from zaria.bots.analysis.shape import Choice, Decision, Kind, Point, Roll, Unit
from zaria.bots.levels.skill import MASTER
from zaria.bots.player import ThinkRequest
from zaria.bots.squares.engine import SquaresEngine, Variation
from zaria.games.board_games import BoardPosition, BoardRules
from zaria.games.protocols import IllegalTurnError
from zaria.match import events as ev
from zaria.match.match import Match

Engines = Callable[[BoardRules], SquaresEngine]

LONGEST_LINE = 8
"""The most moves of an expected continuation."""


class EngineView(NamedTuple):
    """A position as the engine sees it: the best moves, and the chance of the side to move."""

    lines: list[Variation]
    chance: float


class Board:
    """Collects `decisions` and the `graph` from the events of a board game.

    A move has the engine's value of the position after it, unless it is one of the best moves of the position
    before it: then one search evaluates both.
    """

    def __init__(self, engines: Engines, settings: Settings) -> None:
        self.unit: Unit = "chance"
        self.decisions: list[Decision] = []
        self.rolls: list[Roll] = []
        self.graph: list[Point] = []
        self.names: dict[str, None] = {}
        self.ply = 0
        self._engines = engines
        self._settings = settings
        self._seen: tuple[BoardPosition, EngineView] | None = None

    def add_event(self, event: ev.Event, before: Match, after: Match, frame: int) -> None:
        """Add the event that led from one state to the next and is shown by this frame."""
        match event:
            case ev.Moved():
                self._moved(event, before, after, frame)
            case ev.Resigned():
                self._answered("resign", event.side, ("resign", "play_on"), 0.0, before, frame)
            case ev.DrawAccepted():
                self._answered("draw", event.side, ("accept", "play_on"), 0.5, before, frame)
            case ev.DrawDeclined():
                self._answered("draw", event.side, ("refuse", "accept"), 0.5, before, frame)
            case ev.GameEnded():
                chance = 0.5 if event.winner is None else float(event.winner == 0)
                self._point(frame, chance)

    def earned(self, event: ev.GameEnded, before: Match) -> tuple[float, int]:
        """Return nothing: a game is won or lost, and there is no cube."""
        return 0.0, 1

    def choices(self, position: BoardPosition, played: str = "") -> list[Choice]:
        """Return the best moves of a position in which the game goes on, and the `played` one."""
        return [self._choice(position, line, played) for line in self._view(position).lines]

    def _engine(self, position: BoardPosition) -> SquaresEngine:
        engine = self._engines(position.game)
        self.names[engine.name] = None
        return engine

    def _view(self, position: BoardPosition) -> EngineView:
        """Search a position; the last one is cached."""
        if self._seen is None or self._seen[0] is not position:
            self._seen = position, self._searched(position)
        return self._seen[1]

    def _searched(self, position: BoardPosition) -> EngineView:
        ended = position.outcome()
        if ended is not None:
            return EngineView([], 0.5 if ended.winner is None else float(ended.winner == position.turn))
        engine = self._engine(position)
        lines = engine.lines(position, self._settings.limits, SHOWN)
        return EngineView(lines, engine.chance(lines[0].value))

    def _moved(self, event: ev.Moved, before: Match, after: Match, frame: int) -> None:
        position, reached = before.board_position(), after.board_position()
        ways = len(position.legal_moves())
        if position.plies == 0:
            self._point(frame - 1, _light(self._view(position).chance, position))
        choices = self.choices(position, event.move)
        if ways < 2:
            notation = position.notation(event.move)
            self.decisions.append(
                Decision(
                    frame=frame,
                    game=before.game_no,
                    side=event.side,
                    kind="turn",
                    played=notation,
                    best=notation,
                )
            )
        else:
            if not any(choice.played for choice in choices):
                choices.append(self._behind(position, reached, event.move, choices))
            with_master = self._settings.master and position.outcome() is None
            agrees = _master_agrees(position, event.move) if with_master else None
            situation = Situation(frame, before.game_no, event.side)
            self.decisions.append(grade("turn", situation, choices, CHANCE, ways=ways, agrees=agrees))
        self._point(frame, _light(self._view(reached).chance, reached))

    def _choice(self, position: BoardPosition, line: Variation, played: str) -> Choice:
        way = next(way for way in position.legal_moves() if way.move == line.move)
        return Choice(
            text=position.notation(line.move),
            equity=self._engine(position).chance(line.value),
            played=line.move == played,
            move=line.move,
            path=way.path,
            captures=way.captures,
            line=_notation_of(position, line.moves),
            value=line.value,
        )

    def _behind(
        self, position: BoardPosition, reached: BoardPosition, move: str, choices: list[Choice]
    ) -> Choice:
        """Return the played move, which is none of the best, as no better than the last of them.

        There are no best moves where the game is over by our rules, but went on by those of another program.
        In ugolki the same side moves again if the opponent cannot.
        """
        view = self._view(reached)
        chance, sign = (view.chance, 1) if reached.turn == position.turn else (1.0 - view.chance, -1)
        way = next(way for way in position.legal_moves() if way.move == move)
        follow = _notation_of(reached, view.lines[0].moves) if view.lines else ()
        notation = position.notation(move)
        return Choice(
            text=notation,
            equity=min([chance, *(choice.equity for choice in choices)]),
            played=True,
            move=move,
            path=way.path,
            captures=way.captures,
            line=(notation, *follow)[:LONGEST_LINE],
            value=sign * view.lines[0].value if view.lines else None,
        )

    def _answered(
        self, kind: Kind, side: int, words: tuple[str, str], ended: float, before: Match, frame: int
    ) -> None:
        """Return whether to end the game so; the first of the words is what was done."""
        position = before.board_position()
        chance = self._view(position).chance
        on = chance if side == position.turn else 1.0 - chance
        choices = [
            Choice(
                text=word,
                equity=on if word in ("play_on", "refuse") else ended,
                played=word == words[0],
            )
            for word in words
        ]
        situation = Situation(frame, before.game_no, side)
        decision = grade(kind, situation, choices, CHANCE, counted=False)
        if kind == "resign":  # it ends the game, and says nothing about how it was played
            decision = replace(decision, counted=False, mark="")
        self.decisions.append(decision)

    def _point(self, frame: int, chance: float) -> None:
        chance = round(chance, DIGITS)
        self.graph.append(Point(frame=frame, chance=chance, equity=chance))


def _master_agrees(position: BoardPosition, move: str) -> bool:
    """Return whether the master makes the same move."""
    return levels.ON_SQUARES[MASTER].think(position, ThinkRequest()).choice == move


def _light(chance: float, position: BoardPosition) -> float:
    """Return a chance of the side to move as that of side 0."""
    return chance if position.turn == 0 else 1.0 - chance


def _notation_of(position: BoardPosition, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return moves as books write them, up to the first illegal one."""
    notations = []
    for move in moves[:LONGEST_LINE]:
        try:
            notations.append(position.notation(move))
            position = position.move(move)
        except IllegalTurnError:
            break
    return tuple(notations)
