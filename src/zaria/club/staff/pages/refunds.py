"""The page on which the staff refunds a payment.

The page asks the provider between two transactions, and holds no lock meanwhile.
"""

import asyncio
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.models import Member
from zaria.club.staff.actions import refunds
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.pages.forbidden_page import forbidden
from zaria.club.staff.pages.forms import CreditsForm
from zaria.club.staff.pages.site import site, staff_of
from zaria.club.top_up.changes import Reversed
from zaria.club.top_up.models import Payment
from zaria.club.top_up.refunds import Refund


class _Attempt(NamedTuple):
    """An accepted form, and its refund."""

    by: Member
    refund: Refund
    form: CreditsForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def page(request: HttpRequest, number: int) -> HttpResponse:
    """Ask for a reason, and refund the rest of a payment."""
    attempt = await sync_to_async(_begin)(request, number)
    if isinstance(attempt, HttpResponse):
        return attempt
    try:
        change = await asyncio.to_thread(refunds.ask_provider, attempt.refund)
    except ActionRefusedError as refused:
        return await sync_to_async(_refuse)(request, attempt.refund.payment, attempt.form, refused)
    return await sync_to_async(_end)(request, attempt, change)


def _begin(request: HttpRequest, number: int) -> HttpResponse | _Attempt:
    """Return the attempt to make, or the answer of the page without one."""
    by = staff_of(request)
    if by is None or not site.has_permission(request):
        login_page: HttpResponse = site.login(request)
        return login_page
    payment = get_object_or_404(Payment, pk=number)
    form = CreditsForm(by, [payment], request.POST if request.method == "POST" else None)
    try:
        refund = refunds.next_refund(by, payment)
    except PermissionDenied:
        return forbidden(request)
    except ActionRefusedError as refused:
        if form.is_valid() and refunds.act_of_form(payment, form.cleaned_data["nonce"]) is not None:
            return _done(request, payment)
        return _refuse(request, payment, form, refused)
    return _Attempt(by, refund, form) if form.is_valid() else _form(request, payment, form)


def _end(request: HttpRequest, attempt: _Attempt, change: Reversed) -> HttpResponse:
    answers = attempt.form.cleaned_data
    refunds.record_refund(attempt.by, attempt.refund, change, answers["reason"], answers["nonce"])
    return _done(request, attempt.refund.payment)


def _done(request: HttpRequest, payment: Payment) -> HttpResponse:
    messages.success(request, _("Done, and recorded in the log."))
    return HttpResponseRedirect(_address(payment))


def _refuse(
    request: HttpRequest, payment: Payment, form: CreditsForm, refused: ActionRefusedError
) -> HttpResponse:
    if form.is_bound:
        form.add_error(None, str(refused))
        return _form(request, payment, form)
    messages.warning(request, str(refused))
    return HttpResponseRedirect(_address(payment))


def _form(request: HttpRequest, payment: Payment, form: CreditsForm) -> HttpResponse:
    context = {
        **site.each_context(request),
        "title": _("Refund"),
        "opts": Payment._meta,
        "form": form,
        "things": [payment],
        "grave": True,
        "back": _address(payment),
    }
    request.current_app = site.name
    return render(request, "staff/do.html", context, status=422 if form.is_bound else 200)


def _address(payment: Payment) -> str:
    return reverse("admin:top_up_payment_change", args=[payment.pk])
