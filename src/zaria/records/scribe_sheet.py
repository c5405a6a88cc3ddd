"""The sheet of a scribe: acts of a match, and the steps by which they were written, corrected and undone.

Steps are only ever added. What they amount to is a list of acts and the place up to which they count: those
after it were undone, or no longer fit after a correction.
"""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec

from zaria.records.written_match import (
    Act,
    DiceAct,
    IllegalActError,
    TurnAct,
    WrittenMatch,
    after,
    only_turn,
)

MOST_ACTS = 8_000
"""Acts of one sheet; a match to 25 points has some 1500."""

Place = Annotated[int, msgspec.Meta(ge=0, le=MOST_ACTS)]


class _Step(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="t"):
    pass


class Write(_Step, frozen=True, omit_defaults=True, tag="write"):
    """Write an act at the end; acts that were undone are dropped. `club`: the dice are those of the club."""

    act: Act
    club: bool = False


class Correct(_Step, frozen=True, omit_defaults=True, tag="correct"):
    """Replace the act at a place, or insert one before it; no act: remove it. Later acts stay."""

    at: Place
    act: Act | None = None
    insert: bool = False


class Go(_Step, frozen=True, tag="go"):
    """Undo or redo: let so many acts count."""

    to: Place


Step = Write | Correct | Go

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)


def encode(step: Step) -> str:
    """Return a step as JSON."""
    return _encoder.encode(step).decode()


def decode(body: str | bytes) -> Step:
    """Read a step; raises `msgspec.DecodeError` or `msgspec.ValidationError`."""
    return _decoder.decode(body)


class Sheet(NamedTuple):
    """The acts that the steps so far amount to.

    * acts: all acts, with those that do not count now;
    * reached: the match before the first act, and after each that is legal;
    * place: the number of acts that count;
    * is_broken: a correction made the act at `place` illegal, and it waits for another in its place.
    """

    acts: tuple[Act, ...]
    reached: tuple[WrittenMatch, ...]
    place: int = 0
    is_broken: bool = False

    @property
    def now(self) -> WrittenMatch:
        """The match after the acts that count."""
        return self.reached[self.place]


def empty(start: WrittenMatch) -> Sheet:
    """A sheet without an act."""
    return Sheet((), (start,))


def follow(sheet: Sheet, steps: Sequence[Step]) -> Sheet:
    """The sheet after stored steps."""
    for step in steps:
        sheet = take(sheet, step)
    return sheet


def take(sheet: Sheet, step: Step) -> Sheet:
    """The sheet after one more step; raises `IllegalActError`, and a sheet is never changed."""
    if isinstance(step, Write):
        return _written(sheet, step.act)
    if isinstance(step, Go):
        return _gone(sheet, step.to)
    return _corrected(sheet, step)


def undo_place(sheet: Sheet) -> int:
    """Return the number of acts before the last one that somebody wrote."""
    place = sheet.place
    while place:
        place -= 1
        act = sheet.acts[place]
        if not (isinstance(act, TurnAct) and act.forced):
            break
    return place


def redo_place(sheet: Sheet) -> int:
    """Return the number of acts after the next one that was undone, and those that follow from it."""
    last = len(sheet.reached) - 1
    place = min(sheet.place + 1, last)
    while place < last and _is_forced(sheet.acts[place]):
        place += 1
    return place


def _is_forced(act: Act) -> bool:
    return isinstance(act, TurnAct) and act.forced


def _written(sheet: Sheet, act: Act) -> Sheet:
    acts, reached = _with_forced((*sheet.acts[: sheet.place],), sheet.reached[: sheet.place + 1], act)
    if len(acts) > MOST_ACTS:
        raise IllegalActError("sheet_full")
    return Sheet(acts, reached, len(acts))


def _gone(sheet: Sheet, place: int) -> Sheet:
    if place >= len(sheet.reached):
        raise IllegalActError("not_now")
    return sheet._replace(place=place, is_broken=False)


def _corrected(sheet: Sheet, step: Correct) -> Sheet:
    """Replay the acts after the correction as far as they are legal; its own act must be."""
    place, is_insert = step.at, step.insert and step.act is not None
    if place >= len(sheet.reached) or place > len(sheet.acts) - (not is_insert):
        raise IllegalActError("not_now")
    acts, reached = sheet.acts[:place], sheet.reached[: place + 1]
    later = sheet.acts[place + (not is_insert) :]
    if step.act is not None:
        acts, reached = _with_forced(acts, reached, step.act)
    if isinstance(step.act, DiceAct | None) and later and _is_forced(later[0]):
        later = later[1:]
    reached = _replayed(reached, later)
    count = len(reached) - 1
    every = acts + later
    if len(every) > MOST_ACTS:
        raise IllegalActError("sheet_full")
    return Sheet(every, reached, count, is_broken=count < len(every))


def _replayed(reached: tuple[WrittenMatch, ...], later: Sequence[Act]) -> tuple[WrittenMatch, ...]:
    states = list(reached)
    for act in later:
        try:
            states.append(after(states[-1], act))
        except IllegalActError:
            break
    return tuple(states)


def _with_forced(
    acts: tuple[Act, ...], reached: tuple[WrittenMatch, ...], act: Act
) -> tuple[tuple[Act, ...], tuple[WrittenMatch, ...]]:
    """Add an act and the turns that follow from it because no other is legal."""
    following: Act | None = act
    while following is not None:
        reached = (*reached, after(reached[-1], following))
        acts = (*acts, following)
        following = only_turn(reached[-1].match)
    return acts, reached
