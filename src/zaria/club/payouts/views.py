"""The page on which a member asks to be paid out, and sees what became of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.payouts import actions, queries
from zaria.club.payouts.forms import PayoutForm


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """Show the requests of a member and the form; posted to, make one."""
    member = _member_with_credits(request)
    form = PayoutForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            actions.request(member, form.cleaned_data["amount"], form.cleaned_data["note"])
        except actions.PayoutRefusedError as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Request sent to the staff."))
            return HttpResponseRedirect(reverse("payouts"))
    panel = queries.panel(member.player)
    if not panel.has_content:
        raise Http404
    context = {
        "here": "me",
        "payout": panel,
        "payout_form": form,
        "requests": queries.latest(member.player),
    }
    return render(request, "zaria/payouts.html", context, status=422 if form.errors else 200)


@require_POST
@login_required
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Take back the open request."""
    try:
        actions.withdraw(_member_with_credits(request).player, number)
    except actions.PayoutRefusedError as refused:
        messages.warning(request, str(refused))
    else:
        messages.success(request, _("Request withdrawn. The amount is available again."))
    return HttpResponseRedirect(reverse("payouts"))


def _member_with_credits(request: HttpRequest) -> Member:
    """The member who asks; bots have no credits."""
    member = signed_in_member(request)
    if member.robot:
        raise Http404
    return member
