"""The owner of the token."""

from typing import Any

from django.http import HttpRequest
from ninja import Router

from zaria.club.api import authentication, schemas
from zaria.club.site.asgi import live_of

router = Router(tags=["Account"])


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
