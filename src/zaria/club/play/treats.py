"""Treats: members send them to players, and everyone at the table sees them for an hour.

A treat goes to a member, from a member, and respects the receiver's choice of who may invite them. The page
asks twice: for the treat and its receiver, then for the confirmation of the price.
"""

import re
import secrets
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.ledger.actions import NotEnoughCreditsError
from zaria.club.profile import privacy
from zaria.club.shop import actions, goods, queries, texts
from zaria.club.shop.models import Treat
from zaria.club.shop.views import buyer, lack_text, members_only
from zaria.club.site.asgi import live_of
from zaria.club.stakes import newcomers
from zaria.club.stakes.refusals import refusal_text
from zaria.live.app import Live
from zaria.live.sockets.protocol.server import TreatSent
from zaria.match.events import Player

REFUSED = 422

_NONCE = re.compile(r"[0-9a-f]{32}", re.ASCII)
_MATCH = re.compile(r"[\w-]{1,16}", re.ASCII)


class TreatRefusedError(Exception):
    """The treat is not sent; `code` names the reason in `texts.REFUSED`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Wanted(NamedTuple):
    """The fields of the form: the treat, its receiver, and the table from where it is sent."""

    kind: str
    to: str
    match_id: str
    nonce: str

    @classmethod
    def read(cls, data: Any) -> "Wanted":
        """Read the fields; what can't be counts as not sent."""
        kind, match_id, nonce = data.get("kind", ""), data.get("match", ""), data.get("nonce", "")
        return cls(
            kind if kind in goods.TREATS else "",
            data.get("to", "").strip()[:30],
            match_id if _MATCH.fullmatch(match_id) else "",
            nonce if _NONCE.fullmatch(nonce) else "",
        )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def treats(request: HttpRequest) -> HttpResponse:
    """Choose a treat and its receiver, confirm the price, send it."""
    me = players.of(request)
    if me is None or buyer(request) is None:
        return members_only(request)
    wanted = Wanted.read(request.POST if request.method == "POST" else request.GET)
    if not (wanted.kind and wanted.to):
        return await _page(request, wanted)
    try:
        receiver = await _receiver(me, wanted.to)
        if request.method != "POST" or not wanted.nonce:
            return await _page(request, wanted, receiver)
        treat = await _send(me, receiver, wanted)
    except TreatRefusedError as refused:
        text = str(texts.REFUSED[refused.code])
        if refused.code == newcomers.CODE:
            text = await sync_to_async(refusal_text)(refused.code, me.id)
        return await _page(request, wanted, wrong=text)
    except NotEnoughCreditsError as lack:
        return await _page(request, wanted, wrong=lack_text(lack), lacks=True)
    await _announce(live_of(request), treat, wanted.match_id)
    text = _("{treat} for {name}: sent.").format(treat=texts.TREATS[wanted.kind], name=receiver.username)
    messages.success(request, text)
    if not wanted.match_id:
        return HttpResponseRedirect(reverse("shop"))
    return HttpResponseRedirect(f"{reverse('treats')}?{urlencode({'match': wanted.match_id})}")


async def at_table(live: Live, match_id: str) -> list[dict[str, Any]]:
    """The treats of the players at a table, as `js/shell/treats.js` reads them."""
    seated = {
        player.id: side
        for side, player in enumerate(await _seated(live, match_id))
        if player is not None and _may_get(player)
    }
    shown = await queries.treats_of(seated) if seated else {}
    return [
        {"side": seated[treat.receiver], "kind": treat.kind, "name": treat.name, "until": treat.until}
        for treat in shown.values()
    ]


async def _receiver(me: Player, login: str) -> Member:
    """The member with this login; raises `TreatRefusedError`."""
    member = await Member.objects.by_login(login).filter(is_active=True, robot=False, is_pupil=False).afirst()
    if member is None or member.since is None:
        raise TreatRefusedError("nobody")
    if member.player == me.id:
        raise TreatRefusedError("yourself")
    if not await sync_to_async(privacy.takes_invitations)(member, me):
        raise TreatRefusedError("declines")
    return member


async def _send(me: Player, receiver: Member, wanted: Wanted) -> Treat:
    try:
        return await sync_to_async(_send_within_limit)(me, receiver, wanted)
    except actions.TooManyTreatsError as error:
        raise TreatRefusedError("too_many") from error


@transaction.atomic
def _send_within_limit(me: Player, receiver: Member, wanted: Wanted) -> Treat:
    """Send a treat, unless its sender is a new member who would pay for too many."""
    sender = (me.id, me.name)
    treat = actions.send_treat(wanted.kind, sender, receiver.player, wanted.nonce, wanted.match_id)
    if newcomers.exceeds_limit(me.id):
        raise TreatRefusedError(newcomers.CODE)
    return treat


async def _announce(live: Live, treat: Treat, match_id: str) -> None:
    """Show a treat at once at all tables where its receiver sits."""
    tables = {card.id for card in live.lobby.lists.own_matches(treat.receiver)} | {match_id} - {""}
    for table in tables:
        for side, player in enumerate(await _seated(live, table)):
            if player is not None and player.id == treat.receiver:
                message = TreatSent(table, side, treat.kind, treat.name, treat.until)
                live.endpoint.audiences.announce(table, message)


async def _seated(live: Live, match_id: str) -> tuple[Player | None, ...]:
    match = await live.match(match_id)
    return match.players if match is not None else ()


def _may_get(player: Player) -> bool:
    return player.member and not player.robot and not player.bot


async def _page(
    request: HttpRequest,
    wanted: Wanted,
    receiver: Member | None = None,
    wrong: str = "",
    *,
    lacks: bool = False,
) -> HttpResponse:
    """The form; with a receiver the page that asks for the confirmation."""
    me = players.of(request)
    seated = await _seated(live_of(request), wanted.match_id) if wanted.match_id else ()
    context = {
        "here": "shop",
        "wanted": wanted,
        "price": goods.price(goods.TREATS[wanted.kind]) if wanted.kind else 0,
        "title": texts.TREATS.get(wanted.kind, ""),
        "receiver": receiver,
        "players": [
            player
            for player in seated
            if player and _may_get(player) and me is not None and player.id != me.id
        ],
        "treats": [(kind, texts.TREATS[kind], goods.price(number)) for kind, number in goods.TREATS.items()],
        "nonce": secrets.token_hex(16),
        "wrong": wrong,
        "lacks": lacks,
    }
    return render(request, "zaria/shop/treats.html", context, status=REFUSED if wrong else 200)
