"""The pages of top-ups, and the webhook of the provider.

What waits for the provider runs in threads of its own: the thread of the database serves all pages.
"""

import asyncio
import logging
import time
from functools import cache
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from payments import PaymentError, PaymentStatus

from zaria.club.accounts.requests import signed_in_member
from zaria.club.ledger.page_parts import BALANCE
from zaria.club.ledger.queries import read_balance
from zaria.club.player_limits.queries import standing_refusal
from zaria.club.site.http import errors
from zaria.club.site.shared_rates import SharedRates
from zaria.club.top_up import actions, queries
from zaria.club.top_up.forms import LIMITED, TopUpForm
from zaria.club.top_up.models import SESSION_MINUTES, Payment
from zaria.live.config import SENTENCES
from zaria.live.rate_limits import Rates

QUESTIONS_A_MINUTE = 30
"""Questions to the provider about the payments of one member, from the pages of the payments."""
REFRESHES = ((60, 3), (600, 15))
"""Seconds since a payment began, and the seconds after which its page asks again until then."""

log = logging.getLogger(__name__)


@cache
def questions() -> Rates:
    """Of the questions to the provider."""
    return SharedRates("top_up.questions", QUESTIONS_A_MINUTE)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def top_up(request: HttpRequest) -> HttpResponse:
    """Show the form of a top-up, to guests an invitation; posted to, lead on to the provider's page."""
    user = await request.auser()
    if not user.is_authenticated:
        if request.method == "POST":
            return redirect_to_login(request.path)
        return render(request, "zaria/top_up.html")
    member = signed_in_member(request)
    if member.robot:
        return errors.page(request, 403, _("No credits for bots"), _("A bot account can't top up."))
    if request.method != "POST" or not settings.TOP_UP.provider:
        refusal = await sync_to_async(standing_refusal)(member.player) if settings.TOP_UP.provider else ""
        return render(request, "zaria/top_up.html", {"top_up_refusal": refusal})
    form = TopUpForm(request.POST)
    if form.is_valid():
        try:
            answers = form.cleaned_data
            payment = await sync_to_async(actions.begin)(member.player, answers["amount"], answers["nonce"])
            return HttpResponseRedirect(await _next_page(request, payment))
        except actions.TopUpRefusedError as refused:
            form.add_error(None, _refusal(refused.code))
        except PaymentError as error:
            log.error("The payment provider refuses a payment: %s", error)
            form.add_error(
                None,
                _("The payment service doesn't answer. Nothing has been charged. Please try again later."),
            )
    return render(request, "zaria/top_up.html", {"sent": form}, status=422)


@require_safe
@never_cache
@login_required
async def payment(request: HttpRequest, token: UUID) -> HttpResponse:
    """Show what has become of a payment; the page that the provider's page leads back to."""
    payment = await sync_to_async(queries.payment_of)(signed_in_member(request).player, str(token))
    if payment is None:
        raise Http404
    if payment.is_open and payment.transaction_id:
        payment = await _ask_provider(payment)
        # The head of the page has the balance from before the payment was booked.
        BALANCE.set(request, await read_balance(payment.player))
    age = (timezone.now() - payment.created).total_seconds()
    has_left = "left" in request.GET
    waits = payment.status == PaymentStatus.WAITING and not has_left
    context = {
        "payment": payment,
        "left": has_left,
        "can_return": payment.status == PaymentStatus.WAITING and payment.page and age < SESSION_MINUTES * 60,
        "refresh": next((pause for until, pause in REFRESHES if age < until), 0) if waits else 0,
    }
    return render(request, "zaria/payment.html", context)


@csrf_exempt
@require_POST
async def webhook(request: HttpRequest, variant: str) -> HttpResponse:
    """Take a report of a provider; 400 for one that it has not signed, 200 for all others."""
    try:
        provider = queries.provider(variant)
    except ValueError:
        raise Http404 from None
    try:
        change = provider.webhook_change(request.body, request.headers.get("Stripe-Signature", ""))
    except PaymentError as error:
        log.warning("A webhook of %s is refused: %s", variant, error)
        return JsonResponse({"error": "bad_signature"}, status=400)
    if change is not None:
        await sync_to_async(actions.apply)(variant, change)
    return JsonResponse({"received": True})


async def _next_page(request: HttpRequest, payment: Payment) -> str:
    """The provider's page of a payment that is open, else our own about it."""
    if payment.status != PaymentStatus.WAITING:
        return reverse("payment", args=[payment.token])
    if not payment.page:
        payment.site = request.build_absolute_uri("/").rstrip("/")
        session = await asyncio.to_thread(queries.provider(payment.variant).create_session, payment)
        await sync_to_async(actions.keep_session)(payment, session)
    return payment.page


async def _ask_provider(payment: Payment) -> Payment:
    """The payment after the provider was asked for it, unless it does not answer or was asked too often."""
    if not await questions().take_async(payment.player, int(time.monotonic() * 1000)):
        return payment
    try:
        change = await asyncio.to_thread(queries.provider(payment.variant).session_change, payment)
    except (PaymentError, ValueError) as error:
        log.warning("The payment provider does not tell the state of %s: %s", payment, error)
        return payment
    if change is None:
        return payment
    return await sync_to_async(actions.apply)(payment.variant, change) or payment


def _refusal(code: str) -> ValidationError:
    if code == "too_many_payments":
        return ValidationError(_("You have several unfinished payments. Finish one, or wait half an hour."))
    return ValidationError(_(SENTENCES[code]), LIMITED)
