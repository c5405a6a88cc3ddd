"""A member's public page: profile, matches and statistics."""

from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Face, Member
from zaria.club.accounts.requests import member_of
from zaria.club.groups.queries import may_see
from zaria.club.link_pictures import cards, responses
from zaria.club.link_pictures.cards import PictureCard
from zaria.club.link_pictures.preview import preview
from zaria.club.profile import avatars, privacy
from zaria.club.profile.actions import own_picture
from zaria.club.profile.queries import find_member
from zaria.club.relations.queries import PlayerRelation, standings
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.http import errors
from zaria.club.statistics.filters import page_of
from zaria.club.statistics.match_list import MatchRow
from zaria.club.statistics.public import public as statistics
from zaria.club.statistics.ratings import standings as ratings_of

RATINGS = 4
"""Ratings on the picture of a member's page."""


@require_safe
async def public(request: HttpRequest, login: str) -> HttpResponse:
    """Show what everybody may see of a member."""
    member = await find_member(login)
    if member is None or not await sync_to_async(may_see)(member, member_of(request)):
        return errors.page(request, 404, _("There is no such member"), _("Check the spelling of the name."))
    if member.username != login:
        return HttpResponseRedirect(reverse("public", args=[member.username]))
    context = await _context(request, member)
    context["preview"] = preview(request, member.username, _since(member))
    return render(request, "zaria/public.html", context)


@require_safe
async def picture(request: HttpRequest, login: str) -> HttpResponse:
    """The picture of a member's page for messengers: what strangers may see of it."""
    if not await responses.allowed(request):
        return responses.too_busy()
    responses.speak(request)
    member = await find_member(login)
    if member is None or member.is_pupil:
        raise Http404
    return await responses.answer(request, await sync_to_async(_card)(member), lasting=False)


def _card(member: Member) -> PictureCard:
    """The ratings, if the member shows them, and the face."""
    shown = ratings_of(member) if privacy.shows(member, "games") else []
    key = own_picture(member)
    image = (
        Face.objects.filter(key=key, owner=member).values_list("image", flat=True).first() if key else None
    )
    return PictureCard(
        kicker=_since(member),
        title=member.username,
        facts=tuple((str(summary.title), str(summary.rating)) for summary in shown[:RATINGS]),
        face=cards.Face(bytes(image) if image else avatars.drawn(member), avatars.colour(member)),
    )


def _since(member: Member) -> str:
    """The day on which they became a member, in words."""
    return (
        _("Member since %(day)s") % {"day": date_format(member.since, "DATE_FORMAT")} if member.since else ""
    )


async def _context(request: HttpRequest, member: Member) -> dict[str, Any]:
    reader = players.of(request)
    is_reader = reader is not None and reader.id == member.player
    numbers = None
    is_known = is_reader or member.is_pupil  # strangers see no page of a pupil
    if is_known or privacy.shows(member, "games"):
        page = page_of(request.GET)
        numbers = await sync_to_async(statistics)(
            member,
            reader.id if reader else "",
            page,
            "?page={}#games".format,
            request.GET.get("rating", ""),
        )
    handle = _handle(request, member) if is_known or privacy.shows(member, "online") else ""
    standing, invites = PlayerRelation(), False
    if reader is not None and not is_reader:
        by_player = await sync_to_async(standings)(reader.id, [member.player])
        standing = by_player.get(member.player, standing)
        invites = privacy.wants_invitations(member, reader) and not standing.apart
    return {
        "member": member,
        "face_version": avatars.version(member),
        "bio": "" if standing.apart else member.bio,
        "country": member.country if is_reader or privacy.shows(member, "country") else "",
        "own": is_reader,
        "online": bool(handle),
        "handle": handle if invites and not member.robot else "",
        "later": invites and not member.robot and not handle and privacy.shows(member, "online"),
        "standing": standing,
        "statistics": numbers,
        "drawn": sorted({match.game for match in numbers.recent.entries}) if numbers else [],
        "rows": [MatchRow(match) for match in numbers.recent.entries] if numbers else [],
        "stranger": reader is not None and not is_reader,
        "since": member.since,
    }


def _handle(request: HttpRequest, member: Member) -> str:
    """The member's handle in the lobby; "" if they are not online."""
    if not has_live(request):
        return ""
    sessions = live_of(request).lobby.sessions
    handle = sessions.handle(member.player)
    return handle if sessions.visitor(handle) is not None else ""
