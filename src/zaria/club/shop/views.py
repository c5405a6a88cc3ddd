"""The pages of the shop."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts import players
from zaria.club.ledger import queries as ledger
from zaria.club.ledger.actions import NotEnoughCreditsError
from zaria.club.ledger.amounts import with_unit
from zaria.club.player_limits.queries import standing_refusal
from zaria.club.shop import actions, goods, texts
from zaria.club.shop.context import time_left
from zaria.club.shop.goods import Good
from zaria.club.shop.page_parts import shopper_of
from zaria.club.shop.queries import bought, shopper
from zaria.club.site.http import errors

FORBIDDEN = 403


@require_safe
@never_cache
def shop(request: HttpRequest) -> HttpResponse:
    """The window: gifts, top-up, the sorts of goods, and what the visitor has bought."""
    owned = shopper_of(request).goods
    context = {
        "sections": [
            (sort.section, texts.SORT_WORDS[part], [good for good in sort.goods if good.code not in owned])
            for part, sort in goods.SORTS.items()
        ],
        "bought": bought(owned),
        "treats": [(kind, texts.TREATS[kind], goods.price(number)) for kind, number in goods.TREATS.items()],
        "gift": settings.LEDGER.gift,
        "gift_hours": settings.LEDGER.gift_hours,
        "top_up_refusal": _top_up_refusal(request),
    }
    return render(request, "zaria/shop/shop.html", _purse(request) | context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def good(request: HttpRequest, code: str) -> HttpResponse:
    """Show one of the goods with its price; sell it to a member who confirms, and who can use it at once."""
    wanted = goods.GOODS.get(code)
    if wanted is None:
        raise Http404
    if request.method == "POST":
        is_owned = code in shopper_of(request).goods
        return HttpResponseRedirect(request.path) if is_owned else _sell(request, wanted)
    return _good_page(request, wanted)


@require_POST
def take_gift(request: HttpRequest) -> HttpResponse:
    """Give a member the gift of the club, and go back to the shop."""
    player = buyer(request)
    if player is None:
        return members_only(request)
    try:
        amount = actions.take_gift(player)
    except actions.GiftNotReadyError:
        wait = time_left(shopper(player).gift_left)
        messages.warning(request, _("You can take the next gift in {time}.").format(time=wait))
    else:
        messages.success(
            request, _("Your gift of {amount} is in your account.").format(amount=with_unit(amount))
        )
    return HttpResponseRedirect(reverse("shop"))


def buyer(request: HttpRequest) -> str | None:
    """The id of a visitor who has an account in the ledger: a member who is no robot."""
    player = players.of(request)
    return player.id if player is not None and player.member and not player.robot else None


def lack_text(lack: NotEnoughCreditsError) -> str:
    """Say how much a member's account lacks."""
    return _("You have {available}. This costs {needed}: you need {lack} more.").format(
        available=with_unit(lack.available),
        needed=with_unit(lack.needed),
        lack=with_unit(lack.needed - lack.available),
    )


def _sell(request: HttpRequest, wanted: Good) -> HttpResponse:
    player = buyer(request)
    if player is None:
        return members_only(request)
    try:
        actions.buy(player, wanted)
    except NotEnoughCreditsError as lack:
        return _good_page(request, wanted, lack_text(lack), 422)
    messages.success(request, _("{good} is now yours.").format(good=texts.title(wanted.code)))
    return HttpResponseRedirect(request.path)


def _good_page(request: HttpRequest, wanted: Good, lack: str = "", status: int = 200) -> HttpResponse:
    context = _purse(request)
    balance = context.get("balance")
    context |= {
        "good": wanted,
        "is_owned": wanted.code in shopper_of(request).goods,
        "words": texts.SORT_WORDS[wanted.part],
        "lack": lack,
        "rest": balance.available - wanted.price if balance else None,
    }
    return render(request, "zaria/shop/good.html", context, status=status)


def _purse(request: HttpRequest) -> dict[str, Any]:
    """Context of a member's balance; `buyer` is None for a visitor who can buy nothing."""
    player = buyer(request)
    context: dict[str, Any] = {"here": "shop", "buyer": player}
    return context | ({"balance": ledger.balance(player)} if player else {})


def _top_up_refusal(request: HttpRequest) -> str:
    player = buyer(request)
    return standing_refusal(player) if player is not None and settings.TOP_UP.provider else ""


def members_only(request: HttpRequest) -> HttpResponse:
    return errors.page(
        request, FORBIDDEN, _("Only members can do this"), _("Register or sign in to use the shop.")
    )
