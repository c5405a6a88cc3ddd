"""Tables that are cleared before anybody played, and players who do not come back."""

from zaria.match import commands as cmd
from zaria.match import events as ev
from zaria.match.clock import timing
from zaria.match.draft import Draft
from zaria.match.game_flow import annul_match, cancel_match, finish_session
from zaria.match.plays import play_of
from zaria.match.refusals import CommandRefusedError
from zaria.match.terms import SESSION


def cancel(draft: Draft, side: int | None, command: cmd.Cancel) -> None:
    """Clear the table, seated or not: whose place `side` is, the server knows."""
    _need_player(side)
    if draft.match.phase != "open":
        raise CommandRefusedError("not_now")
    if draft.match.terms.tournament:
        raise CommandRefusedError("tournament_table")
    cancel_match(draft, side)


def annul(draft: Draft, side: int | None, command: cmd.Annul) -> None:
    """Clear the table, or end the match without a result; only the server does."""
    if side is not None:
        raise CommandRefusedError("not_now")
    opened = draft.match.phase == "open"
    draft.add(ev.Annulled(at=draft.now))
    if opened:
        cancel_match(draft, None)
    else:
        annul_match(draft)


def claim(draft: Draft, side: int | None, command: cmd.Claim) -> None:
    """End the match at any time: won by `side` for what a loss on time costs, or drawn.

    The server has seen that the other player is away. What the clock has decided cannot be claimed.
    """
    claimant = _need_player(side)
    match = draft.match
    if match.phase == "open":
        raise CommandRefusedError("not_now")
    if match.terms.tournament and command.what == "draw":
        raise CommandRefusedError("tournament_draw")
    timing.check(match, draft.now)
    winner = claimant if command.what == "win" else None
    draft.add(ev.Claimed(at=draft.now, side=claimant, what=command.what))
    play_of(match).end_by_absence(draft, match, winner)


def finish(draft: Draft, side: int | None, command: cmd.Finish) -> None:
    """End a money session between two games: `side` has not acted in the one that has just begun."""
    player, match = _need_player(side), draft.match
    if match.terms.length != SESSION:
        raise CommandRefusedError("no_session")
    if not match.may_finish(player):
        raise CommandRefusedError("finish_later")
    timing.check(match, draft.now)
    finish_session(draft, player)


def _need_player(side: int | None) -> int:
    if side != 0 and side != 1:
        raise CommandRefusedError("not_a_player")
    return side
