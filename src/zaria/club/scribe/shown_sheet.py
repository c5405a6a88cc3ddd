"""A sheet as its page needs it: the table, what may follow, and the lines of the acts."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from zaria.bots.tables import engine_for
from zaria.club.matches.replay.narration import dice, word
from zaria.club.scribe.board_clock import ClockState, state_of
from zaria.club.scribe.models import MatchSheet
from zaria.club.site import i18n
from zaria.club.site.clock import now_ms
from zaria.games.registry import GAMES
from zaria.match import events as ev
from zaria.match.match import Match
from zaria.match.plays import play_of
from zaria.match.scoring import classes
from zaria.match.view import View, view
from zaria.records.scribe_sheet import Sheet, redo_place, undo_place
from zaria.records.written_match import (
    Act,
    CubeAct,
    DiceAct,
    EndAct,
    LegalTurn,
    MoveAct,
    TurnAct,
    WrittenMatch,
    legal_turns,
)

MOST_TURNS = 2_000
"""Turns that are sent; a doublet has fewer than a thousand in most positions."""


class ActLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """One act in the list: its number, the side that gave it, its kind and its text.

    `game` is the number of the game that began with it, with the score before; `ended` says how a game ended
    by it. `pending`: it does not count now.
    """

    at: int
    kind: str
    text: str
    side: int | None = None
    game: int = 0
    score: tuple[int, int] | None = None
    ended: str = ""
    forced: bool = False
    pending: bool = False


class TurnView(msgspec.Struct, frozen=True, array_like=True):
    """A legal turn: its text, and its moves or its move."""

    text: str
    moves: tuple[ev.Move, ...]
    move: str = ""


class SheetView(msgspec.Struct, frozen=True):
    """The state of a sheet at its present place, or at another one (`at`) that is looked at.

    `lines` begin with act `lines_from`; those before are as they were. `tree`, `effects` and `ways` are as at
    a table. `resign`: the fewest points that each side can have resigned for, and the classes of wins.
    """

    revision: int
    count: int
    total: int
    is_broken: bool
    at: int
    undo: int
    redo: int
    view: View
    tree: msgspec.Raw | None
    effects: msgspec.Raw | None
    ways: Any
    turns: list[TurnView]
    lines_from: int
    lines: list[ActLine]
    resign: tuple[int, int] | None
    classes: list[tuple[int, str]]
    match_id: str
    clock: ClockState


def sheet_view(
    row: MatchSheet,
    sheet: Sheet,
    *,
    lines_from: int = 0,
    at: int | None = None,
    is_silent: bool = False,
    may_write: bool = True,
) -> SheetView:
    """Return the state of a sheet; `is_silent`: the engine says nothing about the order of the turns.

    A reader is sent no turns that may follow.
    """
    place = sheet.place if at is None else min(at, len(sheet.reached) - 1)
    match = sheet.reached[place].match
    play = play_of(match)
    tree, effects = play.tree(match), play.effects(match)
    plays = not match.game.is_board and match.phase in ("roll", "move")
    return SheetView(
        revision=row.revision,
        count=sheet.place,
        total=len(sheet.acts),
        is_broken=sheet.is_broken,
        at=place,
        undo=undo_place(sheet),
        redo=redo_place(sheet),
        view=view(match),
        tree=None if tree is None else msgspec.Raw(tree),
        effects=None if effects is None else msgspec.Raw(effects),
        ways=play.moves(match),
        turns=[_turn(turn) for turn in ranked(match, is_silent=is_silent)[:MOST_TURNS]] if may_write else [],
        lines_from=lines_from,
        lines=list(act_lines(sheet, lines_from)),
        resign=(match.least_resignation(0), match.least_resignation(1)) if plays else None,
        classes=[(points, i18n.word(kind, match.position.game.id)) for points, kind in classes(match)],
        match_id=row.match_id,
        clock=state_of(row.clock, now_ms()),
    )


def _turn(turn: LegalTurn) -> TurnView:
    if isinstance(turn.act, TurnAct):
        return TurnView(turn.text, turn.act.moves)
    return TurnView(turn.text, (), turn.act.move)


def ranked(match: Match, *, is_silent: bool) -> list[LegalTurn]:
    """Return the legal turns, the likeliest first, so that most need no typing."""
    turns = legal_turns(match)
    if match.game.is_board or is_silent or len(turns) < 2 or GAMES[match.position.game.id].is_pure_luck:
        return sorted(turns, key=lambda turn: turn.text)
    position = match.dice_position()
    candidates = engine_for(position.game).ranked(position)
    places = {str(candidate.turn): place for place, candidate in enumerate(candidates)}
    return sorted(turns, key=lambda turn: places.get(turn.text, len(places)))


def act_lines(sheet: Sheet, first: int = 0) -> Iterator[ActLine]:
    """Yield the lines of the acts from one on."""
    legal = len(sheet.reached) - 1
    names = [player.name for player in sheet.now.match.players if player is not None]
    for at in range(first, len(sheet.acts)):
        is_pending = at >= sheet.place
        if at < legal:
            yield _line(at, sheet.acts[at], sheet.reached[at], sheet.reached[at + 1], is_pending=is_pending)
        else:
            yield ActLine(at, _kind(sheet.acts[at]), _raw_text(sheet.acts[at], names), pending=True)


def _line(at: int, act: Act, before: WrittenMatch, after: WrittenMatch, *, is_pending: bool) -> ActLine:
    match = before.match
    events = after.events[len(before.events) :]
    names = [player.name for player in match.players if player is not None]
    texts = [text for event in events if (text := _sentence(event, match, names))]
    is_first = isinstance(before.events[-1], ev.GameStarted)
    side = None if isinstance(events[0], ev.OpeningRolled) else getattr(events[0], "side", None)
    return ActLine(
        at,
        _kind(act),
        " ".join(texts),
        side,
        game=match.game_no if is_first else 0,
        score=match.score if is_first else None,
        ended=next((_ending(event, match, names) for event in events if isinstance(event, ev.GameEnded)), ""),
        forced=isinstance(act, TurnAct) and act.forced,
        pending=is_pending,
    )


def _kind(act: Act) -> str:
    return str(type(act).__struct_config__.tag)


def _raw_text(act: Act, names: Sequence[str]) -> str:
    """Write an act that is not legal now."""
    match act:
        case DiceAct():
            return dice(act.dice)
        case TurnAct():
            return " ".join(f"{src}/{max(0, src - die)}" for src, die in act.moves)
        case MoveAct():
            return act.move
        case CubeAct():
            return word(act.act)
        case EndAct():
            return word(_ENDS[act.how], name=names[act.side])


_ENDS = {"resign": "resigned", "draw": "draw", "time": "flagged"}


def _sentence(event: ev.Event, match: Match, names: Sequence[str]) -> str:
    """Write what an event says about the act that caused it; "" for nothing."""
    match event:
        case ev.OpeningRolled():
            return f"{event.dice[0]}-{event.dice[1]}"
        case ev.Rolled():
            return dice(event.dice)
        case ev.TurnPlayed():
            return event.text or word("no_move")
        case ev.Moved():
            return event.text
        case ev.Doubled() | ev.Beavered() | ev.Raccooned():
            return word(_OFFERS[type(event)], name=names[event.side], n=event.value)
        case ev.ResignOffered():
            points = event.points * match.cube.value
            return word("resign_points", name=names[event.side], n=points)
        case ev.Taken() | ev.Dropped() | ev.Resigned() | ev.DrawAccepted() | ev.Flagged():
            return word(_ANSWERS[type(event)], name=names[event.side])
        case _:
            return ""


_OFFERS: dict[type, str] = {
    ev.Doubled: "double_offer",
    ev.Beavered: "beaver_offer",
    ev.Raccooned: "raccoon_offer",
}
_ANSWERS: dict[type, str] = {
    ev.Taken: "taken",
    ev.Dropped: "dropped",
    ev.Resigned: "resigned",
    ev.DrawAccepted: "draw_accepted",
    ev.Flagged: "flagged",
}


def _ending(event: ev.GameEnded, match: Match, names: Sequence[str]) -> str:
    if event.how in ("stuck", "unfinished", "void"):
        return word(event.how)
    if event.winner is None:
        return word("draw")
    won = word("won_game", name=names[event.winner])
    return won if match.game.is_board else f"{won}. {word('points', n=event.points)}"
