"""The page of people, and the acts of a member towards another one."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from asgiref.sync import sync_to_async
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts import players
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.people import queries
from zaria.club.people.queries import PeoplePart, PersonRow, Query
from zaria.club.relations import actions
from zaria.club.site.asgi import has_live, live_of
from zaria.live.lobby.online_users import OnlineUsers
from zaria.match.events import Player

ACTS = {
    "follow": actions.follow,
    "unfollow": actions.unfollow,
    "block": actions.block,
    "unblock": actions.unblock,
}
"""Acts by the last part of their address; each may be repeated."""


class PersonView(NamedTuple):
    """A row as it is shown; `handle` names a person who can be invited now."""

    row: PersonRow
    online: bool
    handle: str


@require_safe
@never_cache
async def people(request: HttpRequest) -> HttpResponse:
    """A list of people, as its address asks for it."""
    query, reader = Query.read(request.GET.dict()), players.of(request)
    users = live_of(request).lobby.sessions.online.users if has_live(request) else None
    if query.list_name == queries.ONLINE and not query.beginning:
        part = await _online(query.page, reader, users) if users is not None else PeoplePart([], False)
    else:
        part = await sync_to_async(queries.part)(query, reader)
    context = {
        "here": "people",
        "query": query,
        "people": list(_people(part.rows, users)),
        "member": reader is not None and reader.member,
        "lists": _lists(query, is_known=reader is not None, member=reader is not None and reader.member),
        "title": _titles().get(query.list_name, ""),
        "none": _none(query),
        "step": _step(query),
        "earlier": query.address(query.page - 1) if query.page > 1 else "",
        "further": query.address(query.page + 1) if part.more else "",
    }
    return render(request, "zaria/people/people.html", context)


@require_POST
@login_required
async def act(request: HttpRequest, login: str, name: str) -> HttpResponse:
    """Follow or block a member, or end that; then go back to the page with the button.

    A block withdraws the invitations that wait between the two.
    """
    member, target = await sync_to_async(_act)(request, login, name)
    if name == "block" and has_live(request):
        live_of(request).lobby.sessions.withdraw_calls(member.player, target.player)
    messages.success(request, _sentence(name) % {"name": target.username})
    after = request.POST.get("next", "")
    allowed = url_has_allowed_host_and_scheme(after, None, request.is_secure())
    return HttpResponseRedirect(after if allowed else queries.PATH)


async def _online(page: int, reader: Player | None, users: OnlineUsers) -> PeoplePart:
    """A page of the people online; the reader's friends stand on the first one, before all others."""
    friends = await sync_to_async(queries.friend_ids)(reader) if reader is not None else []
    handles = [handle for handle in map(users.handle, friends) if _is_shown(users, handle)]
    start = (page - 1) * queries.SIZE
    entries = users.part(start, queries.SIZE + 1)
    first = [users.find(handle) for handle in handles] if page == 1 else []
    strangers = [visitor for handle, visitor in entries[: queries.SIZE] if handle not in set(handles)]
    visitors = [visitor.player for visitor in (*first, *strangers) if visitor is not None]
    return PeoplePart(await sync_to_async(queries.rows_of)(visitors, reader), len(entries) > queries.SIZE)


def _is_shown(users: OnlineUsers, handle: str) -> bool:
    visitor = users.find(handle)
    return visitor is not None and not visitor.hidden


def _act(request: HttpRequest, login: str, name: str) -> tuple[Member, Member]:
    """The two members of an act, which is done. Raises `Http404` if there is no such other member."""
    member = signed_in_member(request)
    target = (
        Member.objects.by_login(login).filter(is_active=True, since__isnull=False, is_pupil=False).first()
    )
    if target is None or target.pk == member.pk:
        raise Http404
    ACTS[name](member, target)
    return member, target


def _people(rows: Sequence[PersonRow], users: OnlineUsers | None) -> list[PersonView]:
    """Add to the rows who is online now; members who hide it are not."""
    people = []
    for row in rows:
        handle = users.handle(row.player.id) if users is not None else ""
        visitor = users.find(handle) if users is not None else None
        online = visitor is not None and not visitor.hidden and not row.hidden
        people.append(PersonView(row, online, handle if online and row.may_invite else ""))
    return people


def _titles() -> dict[str, str]:
    return {
        queries.ONLINE: _("Online"),
        queries.PLAYED: _("Opponents"),
        queries.FOLLOWED: _("Following"),
        queries.FRIENDS: _("Friends"),
        queries.BLOCKED: _("Blocked"),
    }


def _lists(query: Query, *, is_known: bool, member: bool) -> list[dict[str, Any]]:
    """The lists that a reader has: a new visitor has played with nobody, and guests follow nobody."""
    lists = []
    for list_name, title in _titles().items():
        if list_name == queries.ONLINE or member or (list_name == queries.PLAYED and is_known):
            is_current = list_name == query.list_name and not query.beginning
            lists.append({"address": Query(list_name).address(1), "title": title, "here": is_current})
    return lists


def _none(query: Query) -> str:
    """The sentence of an empty page."""
    if query.beginning:
        return _("No players found.")
    return {
        queries.ONLINE: _("Nobody is online."),
        queries.PLAYED: _("You haven't played any member yet."),
        queries.FOLLOWED: _("You don't follow anyone yet."),
        queries.FRIENDS: _("Members who follow you back appear here."),
        queries.BLOCKED: _("You haven't blocked anyone."),
    }[query.list_name]


def _step(query: Query) -> dict[str, str]:
    """The step that an empty page offers."""
    if query.list_name in (queries.ONLINE, queries.PLAYED) and not query.beginning:
        return {"address": "/#find", "title": _("Find an opponent")}
    return {"address": queries.PATH, "title": _("See who is online")}


def _sentence(name: str) -> str:
    return {
        "follow": _("You now follow %(name)s."),
        "unfollow": _("You no longer follow %(name)s."),
        "block": _(
            "You have blocked %(name)s. You can't message or invite each other, and searches won't pair you."
        ),
        "unblock": _("%(name)s is no longer blocked."),
    }[name]
