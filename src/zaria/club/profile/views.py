"""The pages of the profile: `/me` and the face."""

import json
import time
from collections.abc import Collection
from functools import cache

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Face, Member
from zaria.club.accounts.requests import member_of
from zaria.club.groups.models import Group
from zaria.club.groups.queries import joined_groups
from zaria.club.profile import actions, appearance, avatars, preferences, queries, texts
from zaria.club.profile.forms import REFUSED, ProfileForm, SettingsForm
from zaria.club.profile.preferences import Value
from zaria.club.shop.page_parts import shopper_of
from zaria.club.shop.queries import bought, may_wear, shopper
from zaria.club.site.shared_rates import SharedRates
from zaria.live.rate_limits import Rates

FOREVER = "public, max-age=31536000, immutable"
SHORTLY = "public, max-age=60"
SHORTLY_HERE = "private, max-age=60"
HARMLESS = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture that is opened by itself runs nothing and belongs to nobody."""


PICTURES_A_MINUTE, CHANGES_A_MINUTE = 6, 60
"""Limits of pictures and changes a member sends in a minute: each is work, and written to the disk."""


@cache
def pictures() -> Rates:
    """Of the pictures that are sent."""
    return SharedRates("profile.pictures", PICTURES_A_MINUTE)


@cache
def changes() -> Rates:
    """Of the changes that are sent."""
    return SharedRates("profile.changes", CHANGES_A_MINUTE)


def _groups(member: Member) -> list[Group]:
    return list(joined_groups(member))


@require_http_methods(["GET", "HEAD", "POST"])
async def me(request: HttpRequest) -> HttpResponse:
    """The settings: all of them for a member, for a guest those that the browser keeps."""
    member = member_of(request)
    if member is None:
        return _guest(request)
    if member.is_pupil:
        groups = await sync_to_async(_groups)(member)
        return render(request, "zaria/me_pupil.html", {"here": "me", "member": member, "groups": groups})
    owned = shopper_of(request).goods
    if request.method != "POST":
        return _page(request, ProfileForm(member, goods=owned), member)
    form = ProfileForm(member, request.POST, request.FILES, owned)
    valid = await sync_to_async(form.is_valid)()  # the words of the text are compared with stored ones
    picture = await _picture(form, member) if valid else b""
    if not form.is_valid():  # the picture may have been refused just now
        return _page(request, form, member, status=422)
    saved = await actions.save(member.pk, form.member_fields(), form.settings(), picture)
    # middleware that handles the answer must see the saved member
    request.user = saved
    response = HttpResponseRedirect(f"{reverse('me')}?saved=1")
    _remember_look(response, saved.settings)
    if not saved.language:  # else the cookie follows the setting by itself
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME, samesite="Lax")
    return response


@require_http_methods(["GET", "HEAD", "POST"])
async def keep(request: HttpRequest) -> HttpResponse:
    """Settings that were changed at a table, for a member's other devices; for all their words."""
    if request.method != "POST":
        response = JsonResponse(texts.words())
        response["Cache-Control"] = SHORTLY_HERE
        patch_vary_headers(response, ["Cookie"])  # a guest's language is in one
        return response
    member = member_of(request)
    if member is None:
        return JsonResponse({"error": "members_only"}, status=403)
    if not await changes().take_async(str(member.pk), _now()):
        return JsonResponse({"error": "too_many"}, status=429, headers={"Retry-After": "60"})
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        return JsonResponse({"error": "bad_settings"}, status=400)
    owned = (await sync_to_async(shopper)(member.player)).goods
    wanted = _wearable(preferences.known(body, preferences.TABLE), owned)
    at = await actions.change(member.pk, wanted) if wanted else member.settings_at
    response = JsonResponse({"at": at})
    _remember_look(response, wanted)
    return response


@require_POST
async def wear(request: HttpRequest) -> HttpResponse:
    """Change parts of the look without JavaScript; back to the page where it was asked for."""
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    choices = {field: request.POST[field] for field in appearance.FIELDS if request.POST.get(field)}
    wanted = _wearable(preferences.known(choices), shopper_of(request).goods)
    _remember_look(response, wanted)
    member = member_of(request)
    if wanted and member is not None:
        await actions.change(member.pk, wanted)
    return response


@require_safe
async def face(request: HttpRequest, login: str) -> HttpResponse:
    """A member's picture. ThinkRequest for by its version it may be kept for ever."""
    member = await queries.find_member(login)
    if member is None:
        return HttpResponse(status=404)
    kind, content = "image/svg+xml", b""
    if key := actions.own_picture(member):
        picture = await Face.objects.filter(key=key, owner=member).afirst()
        if picture is not None:
            kind, content = "image/webp", bytes(picture.image)
    content = content or avatars.drawn(member)
    etag = avatars.tag(content)
    same = request.headers.get("If-None-Match") == etag
    response = HttpResponse(b"" if same else content, content_type=kind, status=304 if same else 200)
    response["ETag"] = etag
    wanted = request.GET.get("v", "")
    response["Cache-Control"] = FOREVER if wanted and wanted == avatars.version(member) else SHORTLY
    response["Content-Security-Policy"] = HARMLESS
    response["X-Content-Type-Options"] = "nosniff"
    return response


def _guest(request: HttpRequest) -> HttpResponse:
    """A guest's browser keeps the settings; without scripts it keeps the look, in cookies."""
    seen = {**appearance.look(request), "theme": appearance.theme(request)}
    if request.method != "POST":
        return _page(request, SettingsForm(seen), None)
    form = SettingsForm(seen, request.POST)
    if not form.is_valid():
        return _page(request, form, None, status=422)
    response = HttpResponseRedirect(f"{reverse('me')}?saved=1")
    _remember_look(response, form.settings())
    return response


def _page(request: HttpRequest, form: SettingsForm, member: Member | None, status: int = 200) -> HttpResponse:
    context = {
        "here": "me",
        "form": form,
        "member": member,
        "guest": players.of(request),
        "saved": status == 200 and request.GET.get("saved") == "1",
        "face_version": avatars.version(member) if member else "",
        "owned_sheets": [good.sheet for good in bought(shopper_of(request).goods)],
        "most": avatars.MOST_BYTES,
        "looks": " ".join(appearance.FIELDS),
        "said": json.dumps({"size": str(REFUSED["size"])}),
    }
    return render(request, "zaria/me.html", context, status=status)


async def _picture(form: ProfileForm, member: Member) -> bytes:
    """The uploaded picture, encoded again; None if there is none, or it is refused."""
    sent: UploadedFile[bytes] | None = form.cleaned_data.get("picture")
    if sent is None:
        return b""
    try:
        if (sent.size or 0) > avatars.MOST_BYTES:
            raise avatars.AvatarRefusedError("size")
        if not await pictures().take_async(str(member.pk), _now()):
            raise avatars.AvatarRefusedError("often")
        return await avatars.encoded(sent.read())
    except avatars.AvatarRefusedError as refused:
        form.refuse(refused)
        return b""


def _wearable(wanted: dict[str, Value], goods: Collection[str]) -> dict[str, Value]:
    """Settings without the boards and checkers that the visitor does not own."""
    return {key: value for key, value in wanted.items() if may_wear(goods, key, value)}


def _remember_look(response: HttpResponse, settings_: dict[str, Value]) -> None:
    for field in appearance.FIELDS:
        if field in settings_:
            appearance.store_choice(response, field, str(settings_[field]))


def _now() -> int:
    return int(time.monotonic() * 1000)
