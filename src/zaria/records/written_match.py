"""A match over a real board that is written down act by act, judged by the rules of played matches.

Nothing here proves the dice: the writer states them. As in an imported record there is no seal, no seed and
no secret.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from zaria.games.protocols import InvalidRollError
from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.board_play.moves import can_offer
from zaria.match.decide import carry_on
from zaria.match.dice_play.dice import Dice
from zaria.match.draft import Draft
from zaria.match.evolve import evolve
from zaria.match.game_flow import break_off, end_game, roll_opening, start_game
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import classes, is_crawford, leader
from zaria.match.terms import SESSION, Terms
from zaria.match.versions import RULES_VERSION

MOST_STEPS = 16
"""Steps of a turn; no turn has more than eight."""
COLOURS = ("#b8862f", "#4a6fa5")


class _Act(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="t"):
    pass


class DiceAct(_Act, frozen=True, tag="dice"):
    """The dice that fell; in an opening roll the first is that of side 0."""

    dice: ev.Dice2


class TurnAct(_Act, frozen=True, omit_defaults=True, tag="turn"):
    """The turn that was played; `forced`: it was the only one, and nobody wrote it."""

    moves: Annotated[tuple[ev.Move, ...], msgspec.Meta(max_length=MOST_STEPS)]
    forced: bool = False


class MoveAct(_Act, frozen=True, tag="move"):
    """The move that was made on squares."""

    move: Annotated[str, msgspec.Meta(min_length=1, max_length=cmd.LONGEST_MOVE)]


class CubeAct(_Act, frozen=True, tag="cube"):
    """An offer of the cube, or the answer to one."""

    act: Literal["double", "beaver", "raccoon", "take", "drop"]


class EndAct(_Act, frozen=True, omit_defaults=True, tag="end"):
    """The end of a game beside the board: `side` resigned for `points` before the cube, or lost on time.

    A draw was agreed by both.
    """

    how: Literal["resign", "draw", "time"]
    side: ev.Side = 0
    points: int = 1


Act = DiceAct | TurnAct | MoveAct | CubeAct | EndAct


class IllegalActError(ValueError):
    """An act that cannot follow; `code` is that of a refused command."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class WrittenMatch(NamedTuple):
    """The match after some acts, and its events."""

    match: Match
    events: tuple[ev.Event, ...]

    @property
    def at(self) -> int:
        """The moment of all events (ms): a sheet knows the day of play alone."""
        return self.events[0].at

    @property
    def awaits_opening(self) -> bool:
        """True if a game is set up and waits for its opening roll."""
        return self.match.phase == "between"

    @property
    def record(self) -> tuple[ev.Event, ...]:
        """The events, for files and replays, without a game of which only tied opening rolls are written."""
        if not self.awaits_opening and not isinstance(self.events[-1], ev.GameStarted):
            return self.events
        starts = [place for place, event in enumerate(self.events) if isinstance(event, ev.GameStarted)]
        return self.events[: starts[-1]]


class LegalTurn(NamedTuple):
    """A turn or a move that may follow: how books write it, and its act."""

    text: str
    act: TurnAct | MoveAct


class _DiceAwaitedError(Exception):
    """The next roll is not written yet."""


class _WrittenDice(Dice):
    """The roll of one act, and the starting position where the game draws one."""

    __slots__ = ("_roll", "_start_number")

    def __init__(self, dice: ev.Dice2 | None, start_number: int) -> None:
        self.secret = b""
        self.match_id = ""
        self._roll, self._start_number = dice, start_number

    @property
    def seal(self) -> str:
        """None was given."""
        return ""

    def roll(self, seeds: tuple[str, str], n: int) -> ev.Dice2:
        """The written roll, once."""
        if self._roll is None:
            raise _DiceAwaitedError
        dice, self._roll = self._roll, None
        return dice

    def drawn_number(self, seeds: tuple[str, str], count: int) -> int:
        """The written number."""
        return self._start_number % count


def begin(
    match_id: str, terms: Terms, names: tuple[str, str], at: int, start_number: int = 0
) -> WrittenMatch:
    """Open a match that was played at `at` (ms); raises `CommandRefusedError` for terms that cannot be.

    `start_number` is that of the starting position in a game that draws one.
    """
    terms.check()
    opened = ev.Opened(at=at, version=RULES_VERSION, id=match_id, terms=terms, seal="")
    events: list[ev.Event] = [opened]
    match = evolve(None, opened)
    for side, (name, colour) in enumerate(zip(names, COLOURS, strict=True)):
        seated = ev.Seated(at=at, side=side, player=ev.Player(str(side), name, colour), seed="")
        events.append(seated)
        match = evolve(match, seated)
    draft = _draft(match, at, None, start_number)
    _until_dice(
        draft,
        lambda: start_game(
            draft, 1, crawford=is_crawford(match, match.score), starter=play_of(match).starter(match)
        ),
    )
    return WrittenMatch(draft.match, (*events, *draft.events))


def after(written: WrittenMatch, act: Act) -> WrittenMatch:
    """The match after one more act; raises `IllegalActError`."""
    match = written.match
    if match.phase == "over":
        raise IllegalActError("match_over")
    draft = _draft(match, written.at, act.dice if isinstance(act, DiceAct) else None)
    try:
        _until_dice(draft, lambda: _WRITERS[type(act)](draft, act))
    except CommandRefusedError as refused:
        raise IllegalActError(refused.code) from refused
    except InvalidRollError as error:
        raise IllegalActError("not_now") from error
    return WrittenMatch(draft.match, (*written.events, *draft.events))


def only_turn(match: Match) -> TurnAct | None:
    """Return the only legal turn of a roll as an act that nobody need write; None where there is a choice."""
    if match.game.is_board or match.phase != "move":
        return None
    turns = match.dice_position().turns()
    return TurnAct(turns[0].moves, forced=True) if len(turns) == 1 else None


def legal_turns(match: Match) -> list[LegalTurn]:
    """Return the turns or moves that may follow, in no order."""
    if match.phase != "move":
        return []
    if match.game.is_board:
        board = match.board_position()
        return [LegalTurn(board.notation(move.move), MoveAct(move.move)) for move in board.legal_moves()]
    return [LegalTurn(str(turn), TurnAct(turn.moves)) for turn in match.dice_position().turns()]


def closed(written: WrittenMatch) -> tuple[ev.Event, ...]:
    """Return the events of a finished record; a match that is not over ends without a winner.

    A money session that waits for its next game is won by the side with more points. Raises `IllegalActError`
    if nothing is written yet.
    """
    match = written.match
    if match.phase == "over":
        return written.events
    record = written.record
    if not any(isinstance(event, ev.Act | ev.OpeningRolled) for event in record):
        raise IllegalActError("not_now")
    if record is not written.events:
        winner = leader(match.score) if match.terms.length == SESSION else None
        ended = ev.MatchEnded(at=record[-1].at, winner=winner, score=match.score, secret="")
        return (*record, ended)
    draft = _draft(match, written.at, None)
    break_off(draft)
    return (*record, *draft.events)


def _draft(match: Match, at: int, dice: ev.Dice2 | None, start_number: int = 0) -> Draft:
    return Draft(match, at, _WrittenDice(dice, start_number), evolve)


def _until_dice(draft: Draft, write: Callable[[], None]) -> None:
    """Add events until a roll is needed that is not written yet: the next game waits for it."""
    with suppress(_DiceAwaitedError):
        write()


def _write_dice(draft: Draft, act: DiceAct) -> None:
    if draft.match.phase == "between":
        roll_opening(draft)
    else:
        _command(draft, cmd.Roll())


def _write_turn(draft: Draft, act: TurnAct) -> None:
    _command(draft, cmd.Play(act.moves, draft.match.rolls, draft.match.stage))


def _write_move(draft: Draft, act: MoveAct) -> None:
    match = draft.match
    if not match.game.is_board:
        raise CommandRefusedError("other_game")
    carry_on(draft, match.turn, cmd.Move(act.move, match.board_position().plies), "")


def _write_cube(draft: Draft, act: CubeAct) -> None:
    _command(draft, _CUBE[act.act]())


def _write_end(draft: Draft, act: EndAct) -> None:
    match = draft.match
    if match.phase not in ("roll", "move", "double"):
        raise CommandRefusedError("not_now")
    if act.how == "time":
        draft.add(ev.Flagged(at=draft.now, side=act.side))
        play_of(match).end_on_time(draft, match, act.side)
    elif act.how == "draw":
        _write_draw(draft)
    elif match.game.is_board:
        carry_on(draft, act.side, cmd.Resign(), "")
    else:
        _write_resignation(draft, act)


def _write_draw(draft: Draft) -> None:
    match = draft.match
    if not match.game.is_board:
        raise CommandRefusedError("other_game")
    offers = match.turn if can_offer(match, match.turn) else 1 - match.turn
    carry_on(draft, offers, cmd.OfferDraw(), "")
    carry_on(draft, 1 - offers, cmd.AcceptDraw(), "")


def _write_resignation(draft: Draft, act: EndAct) -> None:
    """Either side may have resigned, in any turn, for no less than is already certain."""
    match, kinds = draft.match, dict(classes(draft.match))
    if match.phase == "double":
        raise CommandRefusedError("not_now")
    if act.points not in kinds:
        raise CommandRefusedError("bad_points")
    if act.points < match.least_resignation(act.side):
        raise CommandRefusedError("resign_too_low")
    winner = 1 - act.side
    draft.add(ev.ResignOffered(at=draft.now, side=act.side, points=act.points))
    draft.add(ev.ResignAccepted(at=draft.now, side=winner))
    end_game(draft, winner, act.points * match.cube.value, kinds[act.points], "resigned")


def _command(draft: Draft, command: cmd.Command) -> None:
    """Give a command of a game with dice for the side to act."""
    side = draft.match.to_act()
    if side is None:
        raise CommandRefusedError("not_now")
    carry_on(draft, side, command, "")


_CUBE: dict[str, Callable[[], cmd.Command]] = {
    "double": cmd.Double,
    "beaver": cmd.Beaver,
    "raccoon": cmd.Raccoon,
    "take": cmd.Take,
    "drop": cmd.Drop,
}
_WRITERS: dict[type, Callable[[Draft, Any], None]] = {
    DiceAct: _write_dice,
    TurnAct: _write_turn,
    MoveAct: _write_move,
    CubeAct: _write_cube,
    EndAct: _write_end,
}
