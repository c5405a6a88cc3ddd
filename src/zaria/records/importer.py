"""Imports a transcript as events: every move and point of a file is checked by the rules.

What the formats leave out is empty in the events: there is no seal, no seed and no secret, so nothing
proves the dice. A game that was given up becomes a resignation.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import NoReturn

from zaria import games
from zaria.games.protocols import Dice, IllegalTurnError, InvalidPositionError, Option, Position
from zaria.games.turn import Turn
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.evolve import evolve
from zaria.match.match import Match
from zaria.match.scoring import added, champion, classes, counted, is_crawford
from zaria.match.terms import Terms
from zaria.match.versions import RULES_VERSION, VERSIONS, options_in_full
from zaria.records.errors import InvalidRecordError
from zaria.records.history import LONGEST_MATCH
from zaria.records.position_ids.match_position import MatchPosition
from zaria.records.transcript import OFFERS, GameTranscript, Pair, Transcript, TranscriptEntry

MOST_ACTS = 20_000
_COLOURS = ("#b8862f", "#4a6fa5")

Steps = tuple[tuple[int, int], ...]
"""Steps as (src, die)."""


class _JacobyFoundError(Exception):
    """A game counts one point whose end is worth more: the session has the Jacoby rule."""


class _NoCrawfordError(Exception):
    """A player doubles in what would be the Crawford game: the match has none."""


def build(
    script: Transcript, game: str = "backgammon", options: dict[str, Option] | None = None
) -> list[ev.Event]:
    """The events of a transcript, every turn and point checked; raises `InvalidRecordError`."""
    if sum(len(game.acts) for game in script.games) > MOST_ACTS:
        raise InvalidRecordError(f"more than {MOST_ACTS} moves")
    if options:
        return _built(script, game, games.get(game).agreed(options), RULES_VERSION)
    try:
        return _built(script, game, {}, VERSIONS[0])
    except InvalidRecordError:
        if not options_in_full(VERSIONS[0], game, {}):
            raise
        # The file does not name the version of its rules: if the oldest does not fit, try today's.
        with suppress(InvalidRecordError):
            return _built(script, game, {}, RULES_VERSION)
        raise


def _built(script: Transcript, game: str, options: dict[str, Option], version: int) -> list[ev.Event]:
    try:
        return _Builder(script, _terms(script, game, options), version).events
    except _JacobyFoundError:
        with_exception = replace(script, jacoby=True)
    except _NoCrawfordError:
        with_exception = replace(script, crawford=False)
    return _Builder(with_exception, _terms(with_exception, game, options), version).events


def _terms(script: Transcript, game: str, options: dict[str, Option]) -> Terms:
    if not 0 <= script.length <= LONGEST_MATCH:
        raise InvalidRecordError(
            f"a match to {script.length} points is longer than {LONGEST_MATCH}", script.line
        )
    position = _position(script, game)
    return Terms(
        game,
        options=options,
        length=script.length,
        cube=_with_cube(script),
        crawford=script.crawford is not False,
        beaver=script.beaver or script.offers("beaver") or script.offers("raccoon"),
        raccoon=script.offers("raccoon"),
        jacoby=script.jacoby,
        start_score=_start_score(script),
        position=position,
        starter=1 if position and script.games[0].starter == 1 else 0,
    )


def _position(script: Transcript, name: str) -> str:
    """The position from which the only game begins, "" where it is the usual one."""
    if all(game.checkers is None for game in script.games):
        return ""
    line = next(game.line for game in script.games if game.checkers is not None)
    if len(script.games) > 1:
        raise InvalidRecordError("a set-up position in a match of several games is not supported", line)
    game = script.games[0]
    assert game.checkers is not None
    rules = games.dice_game(name)
    side = 0 if game.starter is None else game.starter
    try:
        position = MatchPosition(game.checkers, side).position(rules)
    except InvalidPositionError as error:
        raise InvalidRecordError(str(error), line) from error
    if position.outcome() is not None:
        raise InvalidRecordError("the game is over in the position that was set up", line)
    return "" if position.to_text() == rules.start(side).to_text() else position.to_text()


def _start_score(script: Transcript) -> tuple[int, int] | None:
    """The points of both before the first game: a file may hold one game out of a match."""
    score = script.games[0].score if script.games else (0, 0)
    return score if 0 < max(score) < script.length else None


def _with_cube(script: Transcript) -> bool:
    """Return whether there was a cube: yes unless the file says no; a match to one point needs none."""
    if script.offers("double") or script.jacoby:
        return True
    return script.cube is not False and script.length != 1


class _Builder:
    """Plays a transcript and collects its `events`."""

    def __init__(self, script: Transcript, terms: Terms, version: int) -> None:
        self.script = script
        self.at = int(datetime(*script.day, tzinfo=UTC).timestamp() * 1000) if script.day else 0
        first = ev.Opened(at=self.at, version=version, id="imported", terms=terms, seal="")
        self.events: list[ev.Event] = [first]
        self.match: Match = evolve(None, first)
        self._lost = 0
        self.line = script.line
        for side in (0, 1):
            name = script.names[side].strip() or f"Player {side + 1}"
            player = ev.Player(str(side), name, _COLOURS[side])
            self._add(ev.Seated(at=self.at, side=side, player=player, seed=""))
        for number, game in enumerate(script.games, 1):
            self._game(number, game)

    def _game(self, number: int, game: GameTranscript) -> None:
        self.line = game.line
        match = self.match
        if match.phase == "over":
            self._bad("the match was over before this game")
        if number > 1 and self.script.games[number - 2].winner is None and match.phase != "between":
            self._bad("the previous game has no end")
        if game.score != match.score:
            self._bad(
                f"the score is {match.score[0]} : {match.score[1]}, not {game.score[0]} : {game.score[1]}"
            )
        self._start(number, game)
        for act in game.acts:
            self.line = act.line
            self._act(act, is_last=act is game.acts[-1])
        self.line = game.end_line or self.line
        self._end(game)

    def _start(self, number: int, game: GameTranscript) -> None:
        """Begin a game; the side that moves first has won the opening roll, where there was one."""
        match = self.match
        crawford = is_crawford(match, match.score)
        first = game.acts[0] if game.acts else None
        starter: int | None = first.side if first else 0
        rules = match.dice_game()
        position = match.terms.position
        if position:
            starter = match.terms.starter
        thrown = (number == 1 or rules.next_starter == "roll") and not position
        if (
            thrown
            and rules.opening == "play"
            and first
            and first.kind == "move"
            and first.dice[0] != first.dice[1]
        ):
            starter = None
        self._add(ev.GameStarted(at=self.at, number=number, crawford=crawford, starter=starter))
        if starter is None and first is not None:
            high, low = max(first.dice), min(first.dice)
            dice = (low, high) if first.side else (high, low)
            self._add(ev.OpeningRolled(at=self.at, n=self.match.rolls + 1, dice=dice))

    def _act(self, act: TranscriptEntry, *, is_last: bool) -> None:
        match = self.match
        if match.phase == "between":
            self._bad("the game is over")
        if act.kind == "move" and len(match.proposed) > 1 and match.turn == act.side:
            self._take()  # some programs let a player play on after a beaver without a word
        if self.match.to_act() != act.side:
            self._bad("it is the other player's turn")
        if act.kind == "move":
            self._move(act, is_last=is_last)
        elif act.kind in ("take", "drop"):
            if match.phase != "double":
                self._bad("there is no double to answer")
            event_class = ev.Taken if act.kind == "take" else ev.Dropped
            self._lost = cube.at_stake(match)
            self._add(event_class(at=self.at, side=act.side))
        else:
            self._offer(act)

    def _take(self) -> None:
        side = self.match.to_act()
        assert side is not None
        self._add(ev.Taken(at=self.at, side=side))

    def _drop(self) -> None:
        """Drop the last offer: some programs record a resignation while the cube is offered."""
        side = self.match.to_act()
        assert side is not None
        self._lost = cube.at_stake(self.match)
        self._add(ev.Dropped(at=self.at, side=side))

    def _offer(self, act: TranscriptEntry) -> None:
        match = self.match
        place = len(match.proposed)
        if match.phase != ("double" if place else "roll") or act.kind != (*OFFERS, "")[place]:
            self._bad(f"no {act.kind} is possible here")
        if not place and match.cube.owner not in (None, act.side):
            self._bad("the cube is the other player's")
        if match.crawford and self.script.crawford is None:
            raise _NoCrawfordError
        if match.crawford:
            self._bad("there is no cube in the Crawford game")
        value = cube.raised(match)
        if act.value not in (0, value) or value > cube.LIMIT:
            self._bad(f"the cube can be turned to {value}, not to {act.value}")
        event_class = (ev.Doubled, ev.Beavered, ev.Raccooned)[place]
        self._add(event_class(at=self.at, side=act.side, value=value))

    def _move(self, act: TranscriptEntry, *, is_last: bool) -> None:
        if self.match.phase == "roll":
            rolled = ev.Rolled(at=self.at, side=act.side, n=self.match.rolls + 1, dice=act.dice)
            self._add(rolled)
        elif self.match.phase != "move":
            self._bad("the double has not been answered")
        position = self.match.dice_position()
        if act.is_roll:
            return
        turn = played(position, act)
        if turn is None and is_last and not act.pairs:
            # GNU Backgammon writes a roll like a turn of nothing if the player gave up then; its reader
            # takes the only legal turn as played
            turns = list(islice(position.turns(), 2))
            if len(turns) > 1:
                return
            turn = turns[0]
        if turn is None:
            self._bad(f"not a legal turn of {act.dice[0]}-{act.dice[1]}: {_written(act.pairs)}")
        self._add(ev.TurnPlayed(at=self.at, side=act.side, moves=turn.moves, text=str(turn)))

    def _end(self, game: GameTranscript) -> None:
        if self.match.phase == "double" and game.winner == 1 - (self.match.to_act() or 0):
            self._drop()
        match, last = self.match, self.events[-1]
        outcome = match.position.outcome()
        if outcome is not None and outcome.winner is not None:
            points, kind = counted(match, outcome)
            self._ended(game, outcome.winner, points, kind, "played")
        elif isinstance(last, ev.Dropped):
            self._ended(game, 1 - last.side, self._lost, "", "dropped")
        elif game.winner is not None:
            self._given_up(game, game.winner)
        elif game is not self.script.games[-1]:
            self._bad("this game has no end")

    def _given_up(self, game: GameTranscript, winner: int) -> None:
        match = self.match
        if match.phase not in ("roll", "move"):
            self._bad("the double has not been answered")
        kinds = dict(classes(match))
        value = match.cube.value
        points = next((points for points in sorted(kinds) if points * value >= game.points), None)
        if points is None or (points * value > game.points and not self._wins_match(game, winner)):
            self._bad(f"nobody can win {game.points} points with the cube at {value}")
        self._add(ev.ResignOffered(at=self.at, side=1 - winner, points=points))
        self._add(ev.ResignAccepted(at=self.at, side=winner))
        self._ended(game, winner, points * value, kinds[points], "resigned")

    def _wins_match(self, game: GameTranscript, winner: int) -> bool:
        """Return whether the file counts only the points that the winner needed."""
        length = self.match.terms.length
        return length > 0 and game.points == length - self.match.score[winner]

    def _ended(self, game: GameTranscript, winner: int, points: int, kind: str, how: str) -> None:
        match = self.match
        length = match.terms.length
        if game.winner is not None and game.winner != winner:
            self._bad("the other player has won this game")
        if game.winner is not None and game.points != points:
            enough = game.points < points and self._wins_match(game, winner)
            if (
                self.script.length == 0
                and game.points == 1
                and match.cube.owner is None
                and not match.terms.jacoby
            ):
                raise _JacobyFoundError
            if not enough:
                self._bad(f"this game counts {points}, not {game.points}")
            points = game.points
        self._add(ev.GameEnded(at=self.at, winner=winner, points=points, kind=kind, how=how))
        score = added(match.score, winner, points)
        best = champion(match, score) if length else None
        if best is not None:
            self._add(ev.MatchEnded(at=self.at, winner=best, score=score, secret=""))

    def _add(self, event: ev.Event) -> None:
        self.match = evolve(self.match, event)
        self.events.append(event)

    def _bad(self, reason: str) -> NoReturn:
        raise InvalidRecordError(reason, self.line)


def played(position: Position, act: TranscriptEntry) -> Turn | None:
    """The legal turn that an entry denotes, or None; one pair may stand for several steps of a checker.

    Of several turns, take the one with the fewest hits on points that the entry does not mention.
    """
    points = {point for _, point in act.pairs} | act.hits
    best: tuple[int, Turn] | None = None
    for moves in _readings(position, act.pairs):
        try:
            turn = position.complete(moves)
        except IllegalTurnError:
            continue
        silent = sum(step.hit and step.dst not in points for step in turn.steps)
        if not silent:
            return turn
        if best is None or silent < best[0]:
            best = silent, turn
    return best[1] if best else None


def _readings(position: Position, pairs: tuple[Pair, ...]) -> Iterator[Steps]:
    """Possible steps for the pairs: dice in either order, checkers as listed or from the rear."""
    if position.duty is None:
        return
    stage = position.duty.stages[0]
    rear = tuple(sorted(pairs, reverse=True))
    for pairing in (pairs, rear) if rear != pairs else (pairs,):
        if stage[0] == stage[-1]:
            ways = [_by_equal(pairing, stage[0])]
        elif len(pairing) == 1:
            ways = [_alone(*pairing[0], dice) for dice in (stage, stage[::-1])]
        else:
            ways = [_each(pairing, dice) for dice in (stage, stage[::-1])]
        for moves in ways:
            if moves is not None:
                yield moves


def _by_equal(pairs: tuple[Pair, ...], die: int) -> Steps | None:
    if any((src - dst) % die for src, dst in pairs if dst):
        return None
    return tuple((at, die) for src, dst in pairs for at in range(src, dst, -die))


def _alone(src: int, dst: int, dice: Dice) -> Steps | None:
    """The steps of one checker by one die or by both."""
    first, second = dice
    if max(src - first, 0) == dst:
        return ((src, first),)
    if src - first > 0 and max(src - first - second, 0) == dst:
        return (src, first), (src - first, second)
    return None


def _each(pairs: tuple[Pair, ...], dice: Dice) -> Steps | None:
    """The steps with one die for each pair."""
    if len(pairs) > len(dice) or any(
        max(src - die, 0) != dst for (src, dst), die in zip(pairs, dice, strict=False)
    ):
        return None
    return tuple((src, die) for (src, _), die in zip(pairs, dice, strict=False))


def _written(pairs: tuple[Pair, ...]) -> str:
    return " ".join(f"{src}/{dst}" for src, dst in pairs) or "nothing"
