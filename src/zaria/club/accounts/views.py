"""Pages of a member's account that allauth does not have, and the mails of a club without a mail server."""

from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts import mail
from zaria.club.accounts.flows import devices, lockout, registration, sessions, username_availability
from zaria.club.accounts.requests import signed_in_member

_OF_MAILS = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A mail may show itself, and do nothing else."""


@require_safe
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """All about one's account, with the way to each thing that may be changed."""
    member = signed_in_member(request)
    context: dict[str, Any] = {
        "here": "me",
        "sessions": len(UserSession.objects.purge_and_list(member)),
        "two_factor": is_mfa_enabled(member),
        "vouched": [account.get_provider().name for account in SocialAccount.objects.filter(user=member)],
    }
    return render(request, "account/account.html", context)


@require_POST
@login_required
def end_session(request: HttpRequest, number: int) -> HttpResponse:
    """End one of one's own sessions."""
    member = signed_in_member(request)
    session = get_object_or_404(UserSession, pk=number, user=member)
    sessions.end(member, [session.session_key])
    return HttpResponseRedirect(reverse("usersessions_list"))


@require_safe
async def free(request: HttpRequest) -> HttpResponse:
    """`wrong`: the sentences that the form of registration would answer to this login."""
    address, login = request.META.get("REMOTE_ADDR") or "", request.GET.get("login", "")[:40]
    faults = await username_availability.faults(address, login)
    return JsonResponse({"wrong": faults or []}, status=429 if faults is None else 200)


@require_POST
def send_again(request: HttpRequest) -> HttpResponse:
    """Send the mail to a new address once more."""
    is_sent = registration.resend_confirmation(request)
    if is_sent is None:
        return HttpResponseRedirect(reverse("account_login"))
    if not is_sent:
        messages.info(request, _("You can request another e-mail three minutes after the last one."))
    return HttpResponseRedirect(reverse("account_email_verification_sent"))


@require_POST
def change_address(request: HttpRequest) -> HttpResponse:
    """Open the form of registration again, as it was filled."""
    registration.withdraw(request)
    return HttpResponseRedirect(reverse("account_signup"))


@require_safe
@never_cache
def known(request: HttpRequest, token: str) -> HttpResponse:
    """The target of the mail about a locked account: this browser is a known one from now on."""
    owner = lockout.owner(token)
    if owner is None:
        raise Http404
    messages.success(request, _("This browser is now trusted. Sign in with your password."))
    response = HttpResponseRedirect(reverse("account_login"))
    devices.remember(request, response, *owner)
    return response


@require_safe
@never_cache
def mails(request: HttpRequest) -> HttpResponse:
    """Show the mails that were not sent, or those to the address `to`; only to a visitor at this machine."""
    if not mail.shows_mails(request):
        raise Http404
    to = request.GET.get("to")
    shown = [message for message in reversed(mail.stored_mails) if to in (None, message.to)]
    return render(request, "zaria/mails.html", {"mails": shown})


@require_safe
@never_cache
def mail_as_html(request: HttpRequest, number: int) -> HttpResponse:
    """Return a mail that was not sent as mail programs show it."""
    numbered_mails = (message for message in mail.stored_mails if message.number == number)
    message = next(numbered_mails, None) if mail.shows_mails(request) else None
    if message is None:
        raise Http404
    response = HttpResponse(message.html)
    response["Content-Security-Policy"] = _OF_MAILS
    return response
