"""The analysis of games with dice, event by event."""

from collections.abc import Callable

from msgspec.structs import replace

from zaria.bots import doubling, levels
from zaria.bots.analysis import cube
from zaria.bots.analysis.cube_checks import CubeChecker
from zaria.bots.analysis.engines import evaluator_name
from zaria.bots.analysis.grading import DIGITS, Situation, grade
from zaria.bots.analysis.marks import POINTS, fortune
from zaria.bots.analysis.settings import Settings
from zaria.bots.analysis.shape import Decision, Point, Roll, Unit
from zaria.bots.analysis.turns import Spread, TurnEvaluator, choices, promised, spread
from zaria.bots.levels.skill import MASTER
from zaria.bots.player import ThinkRequest
from zaria.games.protocols import DiceRules, Position
from zaria.match import events as ev
from zaria.match.cube import objection
from zaria.match.match import Match

Evaluators = Callable[[DiceRules], TurnEvaluator]


class TableRecorder:
    """Collects `decisions`, `rolls` and the `graph` from the events of a match with dice."""

    def __init__(
        self, evaluators: Evaluators, settings: Settings, cube_checker: CubeChecker | None = None
    ) -> None:
        self.unit: Unit = "points"
        self.decisions: list[Decision] = []
        self.rolls: list[Roll] = []
        self.graph: list[Point] = []
        self.names: dict[str, None] = {}
        self.ply = 0
        self._evaluators = evaluators
        self._settings = settings
        self._cube_checker = cube_checker
        self._spread: tuple[tuple[Position, doubling.Stake], Spread] | None = None
        self._offer: tuple[int, int, float] | None = None
        self._frame = 0

    def add_event(self, event: ev.Event, before: Match, after: Match, frame: int) -> None:
        """Add the event that led from one state to the next and is shown by this frame."""
        self._frame = frame
        match event:
            case ev.OpeningRolled():
                self._opening(event, after)
            case ev.Rolled():
                self._act(event, before)
                self._rolled(event, before)
            case ev.TurnPlayed():
                self._played(event, before)
            case ev.Doubled() | ev.Beavered() | ev.Raccooned() | ev.Taken() | ev.Dropped():
                self._act(event, before)
            case ev.ResignOffered():
                self._offer = frame, event.side, self._equity(before, event.side)
            case ev.ResignAccepted() | ev.ResignRejected():
                self._resigned(event, before)
            case ev.GameEnded():
                self._ended(event, before)

    def _evaluator(self, match: Match) -> TurnEvaluator:
        evaluator = self._evaluators(match.dice_position().game)
        self.names[evaluator_name(evaluator, match.dice_position().game)] = None
        return evaluator

    def _rolls_of(self, match: Match) -> Spread:
        """Return the values of all rolls in the state of the match; cached by position and score."""
        position = match.dice_position()
        at = position, doubling.Stake.of(match, position.turn)
        if self._spread is None or self._spread[0] != at:
            equity_of = doubling.equity_of(match, position.turn)
            self._spread = at, spread(self._evaluator(match), position, equity_of, self._settings.luck)
        return self._spread[1]

    def _opening(self, event: ev.OpeningRolled, after: Match) -> None:
        """Add the luck of an opening roll, against the mean of all openings of both sides."""
        if after.phase == "between":
            return
        side = after.turn
        opponent_rolls, player_rolls = (
            self._rolls_of(_begun(after, starter)) for starter in (1 - side, side)
        )
        if after.phase == "move":
            luck = player_rolls.of(event.dice) - (player_rolls.opening - opponent_rolls.opening) / 2
        else:
            luck = (player_rolls.middle + opponent_rolls.middle) / 2
        self._lucky(after.game_no, side, event.dice, luck, after.cube.value)

    def _rolled(self, event: ev.Rolled, before: Match) -> None:
        rolls = self._rolls_of(before)
        self._lucky(before.game_no, event.side, event.dice, rolls.luck(event.dice), before.cube.value)
        chance = rolls.mean.win + rolls.mean.draw / 2
        value = rolls.equity_of(rolls.mean)
        if event.side:
            chance, value = 1 - chance, -value
        self._point(self._frame - 1, chance, value)

    def _lucky(self, game: int, side: int, dice: ev.Dice2, luck: float, value: int) -> None:
        self.rolls.append(
            Roll(
                frame=self._frame,
                game=game,
                side=side,
                dice=dice,
                luck=round(luck, DIGITS),
                fortune=fortune(luck, POINTS),
                cube=value,
            )
        )

    def _played(self, event: ev.TurnPlayed, before: Match) -> None:
        position = before.dice_position()
        duty = position.duty
        assert duty is not None
        ways = len(position.turns())
        if ways < 2:
            text = str(position.complete(event.moves))
            self.decisions.append(
                Decision(
                    frame=self._frame,
                    game=before.game_no,
                    side=event.side,
                    kind="turn",
                    played=text,
                    best=text,
                    dice=duty.stages[0],
                    cube=before.cube.value,
                )
            )
            return
        alternatives, ply = choices(
            self._evaluator(before),
            doubling.equity_of(before, event.side),
            self._settings,
            position,
            position.complete(event.moves),
        )
        self.ply = max(self.ply, ply)
        self.decisions.append(
            grade(
                "turn",
                Situation(self._frame, before.game_no, event.side, duty.stages[0], before.cube.value),
                alternatives,
                POINTS,
                ways=ways,
                agrees=_master_agrees(before, event) if self._settings.master else None,
            )
        )

    def _act(self, event: cube.Act, before: Match) -> None:
        """Add the cube action, if there was a choice."""
        if before.terms.cube and not (isinstance(event, ev.Rolled) and objection(before) is not None):
            decision = cube.acted(before, self._rolls_of(before).mean, event, self._frame)
            if decision is not None and self._cube_checker is not None:
                decision = self._cube_checker.checked(before, decision)
            if decision is not None:
                self.decisions.append(decision)

    def _resigned(self, event: ev.ResignAccepted | ev.ResignRejected, before: Match) -> None:
        """Add an offer to resign: it was too high only if it was accepted."""
        if self._offer is None:
            return
        frame, side, value = self._offer
        accepted = isinstance(event, ev.ResignAccepted)
        if accepted:
            self.decisions.append(cube.resigned(before, side, value, frame))
        self.decisions.append(cube.answered(before, 1 - side, -value, self._frame, accepted=accepted))
        self._offer = None

    def _equity(self, match: Match, side: int) -> float:
        """Return the equity of playing on for a side, in any phase."""
        equity_of = doubling.equity_of(match, match.dice_position().turn)
        if match.dice_position().duty is None:
            chances = self._rolls_of(match).mean
        else:
            chances = promised(self._evaluator(match), match.dice_position(), equity_of)
        value = equity_of(chances)
        return value if side == match.dice_position().turn else -value

    def _ended(self, event: ev.GameEnded, before: Match) -> None:
        if event.winner is None:
            self._point(self._frame, 0.5, 0.0)
        else:
            value = event.points / before.cube.value
            self._point(self._frame, float(event.winner == 0), value if event.winner == 0 else -value)

    def earned(self, event: ev.GameEnded, before: Match) -> tuple[float, int]:
        """Return what side 0 got from the game with the cube at 1 (in a match its equity), and the cube."""
        if event.winner is None:
            return 0.0, 1
        stake = doubling.Stake.of(before, 0)
        return stake.scaled(stake.equity_of(-event.points if event.winner else event.points)), stake.value

    def _point(self, frame: int, chance: float, value: float) -> None:
        self.graph.append(Point(frame=frame, chance=round(chance, DIGITS), equity=round(value, DIGITS)))


def _master_agrees(before: Match, event: ev.TurnPlayed) -> bool:
    """Return whether the master's turn leads to the same position."""
    position = before.dice_position()
    choice = levels.WITH_DICE[MASTER].think(position, ThinkRequest(match=before)).choice
    return position.play(choice) == position.play(position.complete(event.moves))


def _begun(match: Match, side: int) -> Match:
    """Return the game as if this side had won the opening roll and were to roll now."""
    return replace(match, position=match.dice_game().nth(match.game_no).start(side), turn=side)
