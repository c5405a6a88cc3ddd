"""The analysis of a finished match of any game."""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from zaria.bots.analysis.board import Board, Engines
from zaria.bots.analysis.cube_checks import CubeChecker
from zaria.bots.analysis.engines import on_squares, with_dice
from zaria.bots.analysis.marks import of
from zaria.bots.analysis.settings import SETTINGS, Settings
from zaria.bots.analysis.shape import Analysis, Depth, Game, Method, PlayerTotals
from zaria.bots.analysis.table import Evaluators, TableRecorder
from zaria.bots.analysis.totals import accounts, counted, useful
from zaria.games.protocols import GameKind
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.scoring import for_points
from zaria.records.errors import InvalidRecordError
from zaria.records.history import followed
from zaria.records.replay import has_frame

Progress = Callable[[float], None]
"""A function that is called with the progress, 0 to 1, after each turn and roll; an exception ends it all."""


class NotAnalysableError(ValueError):
    """The record cannot be analysed; the text says why, and `code` in one word: unfinished, no_game, bad."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def analyse(
    events: Sequence[ev.Event],
    depth: Depth = "normal",
    progress: Progress | None = None,
    *,
    evaluators: Evaluators = with_dice,
    engines: Engines = on_squares,
    cube_games: int = 0,
) -> Analysis:
    """Grade every decision of a finished match.

    With `cube_games`, cube decisions that are close or marked are checked by rollouts of so many games.
    Raises `NotAnalysableError`, and `ValueError` for another depth.

    `evaluators` and `engines` name what evaluates positions with dice and on squares.
    """
    if depth not in SETTINGS:
        raise ValueError(f"{depth!r} is none of {', '.join(SETTINGS)}")
    match = checked(events)
    settings = SETTINGS[depth]
    kinds: dict[GameKind, Callable[[], Board | TableRecorder]] = {
        "dice": lambda: TableRecorder(evaluators, settings, CubeChecker(cube_games) if cube_games else None),
        "board": lambda: Board(engines, settings),
    }
    reader = _MatchReader(kinds[play_of(match).kind]())
    work = sum(isinstance(event, ev.Rolled | ev.TurnPlayed | ev.Moved) for event in events)
    done = 0
    before: Match | None = None
    for event, after in followed(events):
        if before is not None:
            reader.read(event, before, after)
        if isinstance(event, ev.Rolled | ev.TurnPlayed | ev.Moved):
            done += 1
            if progress is not None:
                progress(done / work)
        before = after
    return reader.analysis(match, depth, settings)


def checked(events: Sequence[ev.Event]) -> Match:
    """Return the match at its end; raises `NotAnalysableError` for an unfinished or empty one."""
    if not any(isinstance(event, ev.GameStarted) for event in events):
        raise NotAnalysableError("no_game", "no game was played")
    try:
        match = deque(followed(events), 1)[0][1]
    except InvalidRecordError as error:
        raise NotAnalysableError("bad", str(error)) from error
    over = match.phase == "over" or (
        not match.seal and match.terms.length == 0 and match.phase == "between" and match.result is not None
    )
    if not over:
        raise NotAnalysableError("unfinished", "the match is not over")
    return match


class _MatchReader:
    """Goes through a match, game by game."""

    def __init__(self, findings: TableRecorder | Board) -> None:
        self._findings = findings
        self._frame = -1
        self._length = 0
        self._games: list[dict[str, Any]] = []
        self._earned: list[tuple[float, int]] = []
        """The value of each game for side 0 at its end, with the cube at 1, and the cube."""
        self._turns: list[int] = []

    def read(self, event: ev.Event, before: Match, after: Match) -> None:
        """Read an event."""
        if not has_frame(event):
            return
        self._frame += 1
        if isinstance(event, ev.GameStarted | ev.Restarted):
            self._begin(after)
        if isinstance(event, ev.TakenBack):
            self._forget(self._turns.pop())
        elif isinstance(event, ev.TurnPlayed | ev.Moved) and _can_be_taken_back(before, after):
            self._turns.append(self._frame)
        if isinstance(event, ev.Finished):
            self._forget(self._games.pop()["first"])
            self._earned.pop()
            return
        self._findings.add_event(event, before, after, self._frame)
        if self._games:
            self._games[-1]["last"] = self._frame
        if isinstance(event, ev.GameEnded):
            self._games[-1] |= {
                "winner": event.winner,
                "points": event.points,
                "how": event.how,
                "kind": event.kind,
            }
            self._earned[-1] = self._findings.earned(event, before)

    def _forget(self, frame: int) -> None:
        """Drop the findings from `frame` on: a turn was taken back, or a session ended."""
        findings = self._findings
        findings.decisions[:] = [decision for decision in findings.decisions if decision.frame < frame]
        findings.rolls[:] = [roll for roll in findings.rolls if roll.frame < frame]
        findings.graph[:] = [point for point in findings.graph if point.frame < frame]

    def _begin(self, match: Match) -> None:
        """Begin a game; one that is played again (a restart, or a stuck game) counts separately."""
        self._turns.clear()
        self._earned.append((0.0, 1))
        self._games.append(
            {
                "number": match.game_no,
                "game": match.position.game.id,
                "first": self._frame,
                "last": self._frame,
                "score": match.score,
                "crawford": match.crawford,
                "winner": None,
                "points": 0,
                "how": "restarted",
                "kind": "",
            }
        )

    def analysis(self, match: Match, depth: Depth, settings: Settings) -> Analysis:
        """Return the whole analysis."""
        findings = self._findings
        self._length = 0 if for_points(match) else match.terms.length
        decisions = sorted(findings.decisions, key=lambda decision: decision.frame)
        games = tuple(self._game(game) for game in self._games)
        return Analysis(
            id=match.id,
            game=match.terms.game,
            length=match.terms.length,
            method=self._method(depth, settings),
            accounts=self._accounts(0, self._frame),
            games=games,
            decisions=tuple(decisions),
            rolls=tuple(findings.rolls),
            graph=tuple(findings.graph),
        )

    def _game(self, fields: dict[str, Any]) -> Game:
        return Game(**fields, accounts=self._accounts(fields["first"], fields["last"]))

    def _accounts(self, first: int, last: int) -> tuple[PlayerTotals, PlayerTotals]:
        """Return the accounts of the events between these frames."""
        findings, results, lucks, earned = self._findings, [0, 0], [0.0, 0.0], 0.0
        for game, (equity, cube) in zip(self._games, self._earned, strict=True):
            if not first <= game["first"] <= last:
                continue
            most = useful(game["score"], self._length)
            for roll in findings.rolls:
                if game["first"] <= roll.frame <= game["last"]:
                    lucks[roll.side] += roll.luck * min(roll.cube, most)
            winner = game["winner"]
            if winner is not None:
                results[winner] += counted(game["points"], winner, game["score"], self._length)
                earned += equity * min(cube, most)
        return accounts(
            findings.unit,
            [decision for decision in findings.decisions if first <= decision.frame <= last],
            (lucks[0], lucks[1]),
            (results[0], results[1]),
            earned,
        )

    def _method(self, depth: Depth, settings: Settings) -> Method:
        findings, limits = self._findings, settings.limits
        squares = findings.unit == "chance"
        return Method(
            depth=depth,
            engines=tuple(findings.names),
            ply=findings.ply,
            luck=0 if squares else settings.luck,
            nodes=(limits.nodes or 0) if squares else 0,
            seconds=(limits.seconds or 0.0) if squares else 0.0,
            unit=findings.unit,
            marks=of(findings.unit),
        )


def _can_be_taken_back(before: Match, after: Match) -> bool:
    """Return whether the turn between two states of a match is the last one that can be taken back."""
    return bool(after.past) and (not before.past or after.past[-1] is not before.past[-1])
