"""Offers and answers: the cube, and resignation."""

from zaria.match import commands as cmd
from zaria.match import cube
from zaria.match import events as ev
from zaria.match.draft import Draft
from zaria.match.game_flow import end_game
from zaria.match.refusals import CommandRefusedError
from zaria.match.scoring import classes


def double(draft: Draft, side: int, command: cmd.Double) -> None:
    """Offer a higher value of the cube; the offer cannot be withdrawn."""
    _unless(cube.objection(draft.match))
    draft.add(ev.Doubled(at=draft.now, side=side, value=cube.raised(draft.match)))


def beaver(draft: Draft, side: int, command: cmd.Beaver) -> None:
    """Answer a double with twice its value."""
    _unless(cube.beaver_objection(draft.match))
    draft.add(ev.Beavered(at=draft.now, side=side, value=cube.raised(draft.match)))


def raccoon(draft: Draft, side: int, command: cmd.Raccoon) -> None:
    """Answer a beaver with twice its value."""
    _unless(cube.raccoon_objection(draft.match))
    draft.add(ev.Raccooned(at=draft.now, side=side, value=cube.raised(draft.match)))


def take(draft: Draft, side: int, command: cmd.Take) -> None:
    """Take the cube at the value last offered."""
    _need(draft, "double")
    draft.add(ev.Taken(at=draft.now, side=side))


def drop(draft: Draft, side: int, command: cmd.Drop) -> None:
    """Lose what was agreed before the last offer."""
    _need(draft, "double")
    value = cube.at_stake(draft.match)
    draft.add(ev.Dropped(at=draft.now, side=side))
    end_game(draft, 1 - side, value, "", "dropped")


def resign(draft: Draft, side: int, command: cmd.Resign) -> None:
    """Offer to lose one of the game's classes, times the cube.

    Never less than is already certain. After a refusal only more may be offered in the same turn:
    an offer hands the clock over, and nobody shall gain time by repeating it.
    """
    match = draft.match
    if match.phase not in ("roll", "move"):
        raise CommandRefusedError("not_now")
    if command.points not in dict(classes(match)):
        raise CommandRefusedError("bad_points")
    if command.points <= match.refused:
        raise CommandRefusedError("resign_refused")
    if command.points < match.least_resignation(side):
        raise CommandRefusedError("resign_too_low")
    draft.add(ev.ResignOffered(at=draft.now, side=side, points=command.points))


def accept(draft: Draft, side: int, command: cmd.Accept) -> None:
    """Win the offered points, times the cube."""
    _need(draft, "resign")
    match = draft.match
    draft.add(ev.ResignAccepted(at=draft.now, side=side))
    end_game(draft, side, match.offer * match.cube.value, dict(classes(match))[match.offer], "resigned")


def reject(draft: Draft, side: int, command: cmd.Reject) -> None:
    """Play on."""
    _need(draft, "resign")
    draft.add(ev.ResignRejected(at=draft.now, side=side))


def _unless(objection: str | None) -> None:
    if objection is not None:
        raise CommandRefusedError(objection)


def _need(draft: Draft, phase: str) -> None:
    if draft.match.phase != phase:
        raise CommandRefusedError("not_now")
