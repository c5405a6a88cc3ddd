"""Acts that nobody need give in a game by the day: the only legal ones, and those agreed to in advance.

Turns by the day take a wait each, so what can be decided before is done at once. Nothing is guessed: an act
follows from the rules, or from what its player has agreed to, and a roll that was made is final.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Literal, NamedTuple

import msgspec

from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.match import Match

MOST_LINES = 30
MOST_PLIES = 20
"""So many lines of a board game a player may agree to, and so many moves each of both sides together."""

Line = Annotated[
    tuple[Annotated[str, msgspec.Meta(min_length=1, max_length=cmd.LONGEST_MOVE)], ...],
    msgspec.Meta(min_length=2, max_length=MOST_PLIES),
]


class AgreedActs(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The acts to which a player has agreed in advance in a match; nobody else sees them before.

    * roll: roll without asking: "always", or "window" until a double might be right;
    * take: take doubles up to this value of the cube (0: none); drop: drop all others;
    * accept: accept a resignation of at least so many points, before the cube (0: none);
    * lines: in board games, moves from the position after `plies` moves of the match on, beginning with the
      opponent's: as long as the game follows one of them, the player's moves in it are made;
    * backs: the turns that had been taken back before. One that is taken back later ends all lines.
    """

    roll: Literal["", "window", "always"] = ""
    take: Annotated[int, msgspec.Meta(ge=0, le=cube.LIMIT)] = 0
    drop: bool = False
    accept: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    lines: Annotated[tuple[Line, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    plies: Annotated[int, msgspec.Meta(ge=0)] = 0
    backs: Annotated[int, msgspec.Meta(ge=0)] = 0


NOTHING = AgreedActs()
BothAgreed = tuple[AgreedActs, AgreedActs]


class NextAct(NamedTuple):
    """A command that `side` gives without being asked, and why."""

    side: int
    command: cmd.Command
    ahead: ev.Ahead


def next_act(
    match: Match, agreements: BothAgreed, moves: Sequence[str], may_double: Callable[[Match], bool]
) -> NextAct | None:
    """Return the act that follows at once in a match by the day; None: its players are asked.

    `moves` are those made so far in a board game (`moves_made`). `may_double` returns whether the side on
    turn might want to double, as far as the club's engine sees.
    """
    side = match.to_act()
    if side is None or not match.terms.by_day or _waits_for_word(match, side):
        return None
    agreement = agreements[side]
    if match.phase == "roll":
        if cube.objection(match) is not None:
            return NextAct(side, cmd.Roll(), "forced")
        rolls = agreement.roll == "always" or (agreement.roll == "window" and not may_double(match))
        return NextAct(side, cmd.Roll(), "agreed") if rolls else None
    if match.phase == "double":
        answer = _answer(agreement, match.proposed[-1])
        return NextAct(side, answer, "agreed") if answer is not None else None
    if match.phase == "resign":
        accepts = 0 < agreement.accept <= match.offer
        return NextAct(side, cmd.Accept(), "agreed") if accepts else None
    if match.game.is_board:
        return _board_move(match, side, agreement, moves)
    return _only_turn(match, side)


def moves_made(events: Iterable[ev.Event]) -> list[str]:
    """Return the moves of a match of board games, without those that were taken back."""
    moves = list[str]()
    for event in events:
        if isinstance(event, ev.Moved):
            moves.append(event.move)
        elif isinstance(event, ev.TakenBack):
            moves.pop()
    return moves


def open_lines(agreement: AgreedActs, moves: Sequence[str], backs: int) -> list[tuple[str, ...]]:
    """Return what lies ahead of the agreed lines after `moves`.

    `backs` is how many turns of the match were taken back.
    """
    if len(moves) < agreement.plies or backs != agreement.backs:
        return []
    played = tuple(moves[agreement.plies :])
    count = len(played)
    return [line[count:] for line in agreement.lines if len(line) > count and line[:count] == played]


def _waits_for_word(match: Match, side: int) -> bool:
    """Return whether an act would answer what the opponent has asked `side`: a draw, or a turn back."""
    return match.draw_offers.offer == 1 - side or match.requests.waiting == 1 - side


def _answer(agreement: AgreedActs, value: int) -> cmd.Command | None:
    """Return the answer to a cube of this value; None: the player is asked."""
    if value <= agreement.take:
        return cmd.Take()
    return cmd.Drop() if agreement.drop else None


def _only_turn(match: Match, side: int) -> NextAct | None:
    """Return the turn of a roll if there is only one, or if all of them end the game alike."""
    position = match.dice_position()
    turns = position.turns()
    if len(turns) > 1:
        outcomes = {position.play(turn).outcome() for turn in turns[:1]}
        if None in outcomes or any(position.play(turn).outcome() not in outcomes for turn in turns):
            return None
    return NextAct(side, cmd.Play(turns[0].moves, match.rolls, match.stage), "forced")


def _board_move(match: Match, side: int, agreement: AgreedActs, moves: Sequence[str]) -> NextAct | None:
    position = match.board_position()
    legal = [move.move for move in position.legal_moves()]
    if len(legal) == 1:
        return NextAct(side, cmd.Move(legal[0], position.plies), "forced")
    reply = _reply(agreement, moves, match.backs)
    return NextAct(side, cmd.Move(reply, position.plies), "agreed") if reply in legal else None


def _reply(agreement: AgreedActs, moves: Sequence[str], backs: int) -> str:
    """Return the move that the agreed lines have after what was played; "": none of them goes on."""
    if len(moves) <= agreement.plies:
        return ""
    return next((line[0] for line in open_lines(agreement, moves, backs)), "")
