"""The owner of the token, their balance, the entries of their account of credits, and their conversations."""

from typing import Annotated, Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from ninja import Query, Router

from zaria.club.accounts.models import Member
from zaria.club.api import authentication, schemas
from zaria.club.api.problems import ProblemError
from zaria.club.conversations.inbox import Talk, inbox
from zaria.club.ledger.actions import ensure_member
from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.queries import read_balance
from zaria.club.ledger.statement import StatementEntry, StatementPart, part
from zaria.club.site.asgi import live_of

router = Router(tags=["Account"])

PAGE = 25
MOST_DIGITS = 18


@router.get("account", response=schemas.Account, summary="Own account")
async def account(request: HttpRequest) -> dict[str, Any]:
    """The owner of the token, whether the token may play, and the owner's matches in progress."""
    member = authentication.member(request)
    assert member is not None
    return {
        "login": member.username,
        "robot": member.robot,
        "language": member.language,
        "country": member.country,
        "may_play": authentication.may_play(request),
        "scopes": authentication.scopes(request),
        "tables": [card.id for card in live_of(request).lobby.lists.own_matches(member.player)],
    }


@router.get("account/balance", response=schemas.Balance, summary="Own balance")
async def balance(request: HttpRequest) -> dict[str, Any]:
    """The available balance of the owner, and the amount that is held for stakes."""
    current = await read_balance(_holder(request).player)
    return {
        "unit": settings.LEDGER.unit,
        "available": amount_string(current.available),
        "held": amount_string(current.held),
    }


@router.get("account/transfers", response=schemas.TransferPage, summary="Own transfers")
async def transfers(
    request: HttpRequest,
    cursor: Annotated[str, Query(max_length=60)] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = PAGE,
) -> dict[str, Any]:
    """The entries of the owner's account, latest first; `cursor` continues after a page."""
    player = _holder(request).player
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) <= MOST_DIGITS and int(cursor)):
        raise ProblemError("bad_cursor")
    page = await sync_to_async(_part)(player, limit, int(cursor or 0))
    return {
        "transfers": [_entry(entry) for entry in page.entries],
        "cursor": str(page.entries[-1].pk) if page.older else None,
    }


@router.get("account/conversations", response=schemas.ConversationList, summary="Own conversations")
async def conversations(request: HttpRequest) -> dict[str, Any]:
    """The owner's direct conversations in which somebody has written: unread ones first, then the latest.

    30 at most. A token reads those of a robot account only; lines come over the socket.
    """
    member = authentication.member(request)
    assert member is not None
    if not authentication.may_play(request):
        raise ProblemError("robots_only" if not member.robot else "read_only")
    page = await sync_to_async(inbox)(member, 1)
    return {"conversations": [_talk(talk) for talk in page.talks]}


def _talk(talk: Talk) -> dict[str, Any]:
    return {
        "id": talk.id,
        "login": talk.peer.username if talk.peer is not None else "",
        "last": talk.line.number if talk.line is not None else 0,
        "at": talk.at,
        "unread": talk.unread,
    }


def _holder(request: HttpRequest) -> Member:
    """The owner of the token, who must have credits."""
    member = authentication.member(request)
    assert member is not None
    if member.robot:
        raise ProblemError("no_credits")
    return member


def _part(player: str, limit: int, before: int) -> StatementPart:
    return part(ensure_member(player), Q(), limit, before=before)


def _entry(entry: StatementEntry) -> dict[str, Any]:
    transfer = entry.transfer
    return {
        "id": transfer.pk,
        "at": transfer.at,
        "kind": transfer.kind,
        "state": transfer.state,
        "amount": amount_string(entry.amount),
        "balance": amount_string(entry.after),
        "match": transfer.match_id,
        "subject": transfer.subject,
        "fee": amount_string(entry.fee),
    }
