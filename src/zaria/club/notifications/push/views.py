"""Devices: the addresses at which browsers of members begin and end knocks."""

import json
from functools import cache
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.middleware import reader_mark
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.notifications.push.club_key import public_key
from zaria.club.notifications.push.messages import DeviceKeys
from zaria.club.notifications.push.subscriptions import (
    BadSubscriptionError,
    Device,
    remove_device,
    subscribe,
    unsubscribe,
)
from zaria.club.site import clock
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates

CHANGES_A_MINUTE = 20
"""Subscriptions that a member begins or ends in a minute."""


@cache
def changes() -> Rates:
    """Of the subscriptions that are begun or ended."""
    return SharedRates("notifications.devices", CHANGES_A_MINUTE)


@require_safe
@never_cache
def key(request: HttpRequest) -> HttpResponse:
    """Answer with all that a browser needs to add its device again by itself.

    That is the club's public key ("" if it cannot knock), the mark of who asks, and for members the token of
    forms: the service worker has no page to take it from.
    """
    token = get_token(request) if member_of(request) is not None else ""
    return JsonResponse({"key": public_key(), "reader": reader_mark(request), "token": token})


@require_http_methods(["POST", "DELETE"])
@never_cache
def device(request: HttpRequest) -> HttpResponse:
    """Begin to knock on this device, or end it: JSON as a browser writes its subscription."""
    return _end(request) if request.method == "DELETE" else _begin(request)


@require_POST
@never_cache
def end(request: HttpRequest) -> HttpResponse:
    """End the knocks on a device, for browsers that know its endpoint alone."""
    return _end(request)


@require_POST
@login_required
def remove(request: HttpRequest, number: int) -> HttpResponse:
    """Take a device from the list in the settings."""
    remove_device(signed_in_member(request), number)
    return HttpResponseRedirect(reverse("notification_switches") + "#devices")


def _begin(request: HttpRequest) -> HttpResponse:
    member = member_of(request)
    refusal = _refusal(member)
    if member is None or refusal is not None:
        return refusal or _error("members_only", 403)
    if not public_key():
        return _error("no_key", 409)
    try:
        subscribe(member, request.session.session_key or "", _device(_body(request)))
    except (BadSubscriptionError, UserSession.DoesNotExist):
        return _error("bad_subscription", 400)
    return HttpResponse(status=204)


def _end(request: HttpRequest) -> HttpResponse:
    member = member_of(request)
    refusal = _refusal(member)
    if member is None or refusal is not None:
        return refusal or _error("members_only", 403)
    unsubscribe(member, _text(_body(request), "endpoint"))
    return HttpResponse(status=204)


def _refusal(member: Member | None) -> HttpResponse | None:
    if member is None:
        return _error("members_only", 403)
    if not changes().take(str(member.pk), clock.play_ms()):
        return _error("too_many", 429)
    return None


def _error(code: str, status: int) -> JsonResponse:
    headers = {"Retry-After": "60"} if status == 429 else None
    return JsonResponse({"error": code}, status=status, headers=headers)


def _body(request: HttpRequest) -> dict[str, Any]:
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _device(body: dict[str, Any]) -> Device:
    keys = body.get("keys")
    keys = keys if isinstance(keys, dict) else {}
    device_keys = DeviceKeys(_text(keys, "p256dh"), _text(keys, "auth"))
    language = (get_language() or "")[:5]
    return Device(_text(body, "endpoint"), device_keys, language, _text(body, "time_zone"))


def _text(body: dict[str, Any], name: str) -> str:
    value = body.get(name)
    return value if isinstance(value, str) else ""
