"""Tournaments: the lists, one of them with its players and rounds, and what a player does."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from ninja import Query, Router

from zaria.club.accounts.models import Member
from zaria.club.api import authentication, schemas, tournament_data
from zaria.club.api.problems import ProblemError
from zaria.club.stakes import newcomers
from zaria.club.stakes.refusals import refusal_text
from zaria.club.tournaments import actions, refusals, roles
from zaria.club.tournaments.models import Tournament
from zaria.tournaments import commands as cmd
from zaria.tournaments.refusals import TournamentRefusedError

router = Router(tags=["Tournaments"])
own_router = Router(tags=["Tournaments"])

List = Literal["nearest", "ongoing", "completed", "cancelled"]
Page = Annotated[int, Query(ge=1, le=10_000)]


@router.get("tournaments", response=schemas.TournamentPage, summary="Tournaments")
async def tournaments(
    request: HttpRequest,
    which: Annotated[
        Literal["nearest", "ongoing", "completed", "cancelled"], Query(alias="list")
    ] = "nearest",
    page: Page = 1,
) -> dict[str, Any]:
    """A page of 50 tournaments: the nearest first, of the others the latest.

    Private ones are listed for their players and their director.
    """
    return await sync_to_async(tournament_data.listed)(which, authentication.member(request), page)


@router.get("tournaments/{tournament_id}", response=schemas.TournamentDetail, summary="One tournament")
async def tournament(request: HttpRequest, tournament_id: str, page: Page = 1) -> dict[str, Any]:
    """A tournament, with a page of 50 players: in the order of entry, or of the standings once it has begun.

    The socket announces its events (`tournament`).
    """
    row = await _shown(request, tournament_id)
    return await sync_to_async(tournament_data.detail)(row, authentication.member(request), page)


@router.get(
    "tournaments/{tournament_id}/rounds/{number}", response=schemas.TournamentRound, summary="One round"
)
async def tournament_round(
    request: HttpRequest, tournament_id: str, number: int, page: Page = 1
) -> dict[str, Any]:
    """The meetings of a round, 50 a page. An arena has one round, to which meetings are added."""
    row = await _shown(request, tournament_id)
    answer = await sync_to_async(tournament_data.round_of)(row, number, page)
    if answer is None:
        raise ProblemError("unknown_round")
    return answer


@own_router.post("tournaments/{tournament_id}/enter", response=schemas.OwnEntry, summary="Enter a tournament")
async def enter_tournament(
    request: HttpRequest, tournament_id: str, entry: schemas.NewEntry
) -> dict[str, Any]:
    """Enter a tournament; its fee is held.

    With a token, this needs a bot account, the scope `play`, and a tournament that takes bots (`robots`). A
    bot account has no credits, so it can enter only where there is no fee. `go` at the socket calls to each
    match.
    """
    member = _player(request)
    row = await _row(tournament_id)
    if member.robot and tournament_data.has_fee(row):
        raise ProblemError("no_credits")
    return await _act(member, lambda: actions.enter(row.pk, member, entry.code.strip(), entry.nonce))


@own_router.post(
    "tournaments/{tournament_id}/withdraw", response=schemas.OwnEntry, summary="Withdraw from a tournament"
)
async def withdraw_from_tournament(request: HttpRequest, tournament_id: str) -> dict[str, Any]:
    """Withdraw from a tournament; before the start the fee comes back."""
    member = _player(request)
    row = await _row(tournament_id)
    return await _act(member, lambda: actions.withdraw(row.pk, member.player))


@own_router.post(
    "tournaments/{tournament_id}/check-in", response=schemas.OwnEntry, summary="Check in to a tournament"
)
async def check_in_to_tournament(request: HttpRequest, tournament_id: str) -> dict[str, Any]:
    """Confirm, in the time before the start that the terms give (`check_in_ms`), that you are present."""
    member = _player(request)
    row = await _row(tournament_id)
    return await _act(member, lambda: actions.execute(row.pk, cmd.CheckIn(member.player)))


@own_router.post(
    "tournaments/{tournament_id}/ready", response=schemas.OwnEntry, summary="Be ready for a match of a league"
)
async def ready_for_tournament(request: HttpRequest, tournament_id: str) -> dict[str, Any]:
    """Say that you want to play your match of this round now: it begins when both players do."""
    member = _player(request)
    row = await _row(tournament_id)

    def say_ready() -> Tournament:
        actions.say_ready(row.pk, member.player)
        return row

    return await _act(member, say_ready)


def _player(request: HttpRequest) -> Member:
    """The caller, who must be allowed to play."""
    if not authentication.may_play(request):
        raise ProblemError("robots_only")
    member = authentication.member(request)
    assert member is not None
    return member


async def _row(tournament_id: str) -> Tournament:
    is_valid = tournament_id.isprintable()  # PostgreSQL does not even look for some signs
    row = await Tournament.objects.filter(pk=tournament_id[:40]).afirst() if is_valid else None
    if row is None:
        raise ProblemError("unknown_tournament")
    return row


async def _shown(request: HttpRequest, tournament_id: str) -> Tournament:
    """A tournament that the caller may see."""
    row = await _row(tournament_id)
    if not await sync_to_async(roles.may_open)(authentication.member(request), row):
        raise ProblemError("unknown_tournament")
    return row


async def _act(member: Member, act: Callable[[], Tournament]) -> dict[str, Any]:
    try:
        row = await sync_to_async(act)()
    except TournamentRefusedError as refused:
        text = refusals.sentence(refused.code)
        if refused.code == newcomers.CODE:
            text = await sync_to_async(refusal_text)(refused.code, member.player)
        raise ProblemError.refused(refused.code, text) from refused
    return await sync_to_async(tournament_data.own_entry)(row, member)
