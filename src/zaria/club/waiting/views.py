"""The list of a member's tables by the day, and the way from one to the next."""

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import TITLES
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import play_ms
from zaria.club.vacations.queries import on_vacation
from zaria.club.waiting import actions, order
from zaria.club.waiting.models import TableOrder
from zaria.club.waiting.rows import rows, small_boards
from zaria.club.waiting.waits import TableWait, waits_of

SIDES = ("", "mine", "theirs")


class ListPart(NamedTuple):
    """The part of the list that an address asks for: a value of `SIDES`, and a game or ""."""

    side: str
    game: str

    @classmethod
    def of(cls, request: HttpRequest) -> "ListPart":
        """Read the query of an address, or what a form repeats of it."""
        values = request.POST if request.method == "POST" else request.GET
        side, game = values.get("show", ""), values.get("game", "")
        return cls(side if side in SIDES else "", game if game in TITLES else "")

    def has(self, wait: TableWait) -> bool:
        """Return whether a table belongs to this part."""
        is_side = not self.side or wait.is_own_turn == (self.side == "mine")
        return is_side and self.game in ("", wait.card.game)

    @property
    def address(self) -> str:
        """The address of this part of the list."""
        query = urlencode([(name, text) for name, text in (("show", self.side), ("game", self.game)) if text])
        return reverse("waiting_tables") + (f"?{query}" if query else "")


@require_safe
@never_cache
async def tables(request: HttpRequest) -> HttpResponse:
    """The running tables by the day of a member; `?done=yes` says that no other one waits for them."""
    member = member_of(request)
    if member is None:
        return redirect_to_login(request.get_full_path())
    waits, part = await _waits(request, member), ListPart.of(request)
    stored = await sync_to_async(actions.table_order)(member)
    listed = [wait for wait in _in_order(stored, waits) if part.has(wait)]
    now, opponents = play_ms(), {wait.opponent_id for wait in listed}
    vacations = await sync_to_async(on_vacation)(opponents, now)
    context: dict[str, Any] = {
        "here": "me",
        "rows": rows(listed, await small_boards(live_of(request), listed), now, vacations),
        "games": sorted({wait.card.game for wait in waits}),
        "tabs": [(side, part._replace(side=side).address, _number(waits, side)) for side in SIDES],
        "titles": [(game, TITLES[game]) for game in TITLES if any(wait.card.game == game for wait in waits)],
        "part": part,
        "total": len(waits),
        "own_turns": sum(wait.is_own_turn for wait in waits),
        "is_own_order": stored.is_own,
        "done": "done" in request.GET,
    }
    return render(request, "zaria/waiting/tables.html", context)


@require_POST
async def rearrange(request: HttpRequest) -> HttpResponse:
    """Have the list stand by the time left or in the member's own order, or move one of its tables there."""
    member = member_of(request)
    if member is None:
        return redirect_to_login(reverse("waiting_tables"))
    part = ListPart.of(request)
    if "by" in request.POST:
        await sync_to_async(actions.use_own_order)(member, is_own=request.POST["by"] == "own")
    else:
        waits = await _waits(request, member)
        change = await _change(request, member, waits, part)
        if change is not None:
            await sync_to_async(actions.rearrange)(member, waits, change)
    return HttpResponseRedirect(part.address)


async def _change(
    request: HttpRequest, member: Member, waits: Sequence[TableWait], part: ListPart
) -> actions.Change | None:
    """Return the change of order that a form asks for; None: it names no table, or the first one to go up."""
    last, up = request.POST.get("last", ""), request.POST.get("up", "")
    if any(wait.id == last for wait in waits):
        return partial(order.put_last, match_id=last)
    stored = await sync_to_async(actions.table_order)(member)
    listed = [wait.id for wait in _in_order(stored, waits) if part.has(wait)]
    if up in listed[1:]:
        return partial(order.moved_before, match_id=up, next_id=listed[listed.index(up) - 1])
    return None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def next_table(request: HttpRequest) -> HttpResponse:
    """Go to the table whose time ends first; a form puts the table `skip` last before that.

    `?from=` is the table at which the member sits. Without another table they get the list.
    """
    member = member_of(request)
    if member is None:
        return redirect_to_login(reverse("next_table"))
    waits, current = await _waits(request, member), request.GET.get("from", "")
    if request.method == "POST":
        current = request.POST.get("skip", "")
        await sync_to_async(actions.skip)(member, waits, current)
    wait = await _next(member, waits, current)
    if wait is None:
        return HttpResponseRedirect(f"{reverse('waiting_tables')}?done=yes")
    return HttpResponseRedirect(reverse("table", args=[wait.id]))


@require_safe
@never_cache
async def next_path(request: HttpRequest) -> HttpResponse:
    """The address to which `next_table` would lead, for a page that loads it in advance.

    `path` is null if no other table waits for the member; `waits` is the number of those that do; `vacation`
    says until when the opponent at the present table is on vacation, "" if they are not.
    """
    member = member_of(request)
    if member is None:
        return HttpResponse(status=403)
    waits = await _waits(request, member)
    current = request.GET.get("from", "")
    wait = await _next(member, waits, current)
    path = None if wait is None else reverse("table", args=[wait.id])
    present_waits = [wait for wait in waits if wait.id == current]
    now = play_ms()
    ends = await sync_to_async(on_vacation)([wait.opponent_id for wait in present_waits], now)
    ends_at = next((row.vacation_end for row in rows(present_waits, {}, now, ends)), None)
    vacation = render_to_string("zaria/waiting/_vacation.html", {"end": ends_at}).strip() if ends_at else ""
    own_turns = sum(wait.is_own_turn for wait in waits)
    return JsonResponse({"path": path, "waits": own_turns, "vacation": vacation})


async def _waits(request: HttpRequest, member: Member) -> list[TableWait]:
    return waits_of(member.player, await live_of(request).waiting_tables(member.player))


def _in_order(stored: TableOrder, waits: Sequence[TableWait]) -> Sequence[TableWait]:
    return order.arranged(waits, stored.tables) if stored.is_own else waits


async def _next(member: Member, waits: Sequence[TableWait], current: str) -> TableWait | None:
    stored = await sync_to_async(actions.table_order)(member)
    return order.next_table(waits, stored.skipped, current)


def _number(waits: Sequence[TableWait], side: str) -> int:
    return sum(ListPart(side, "").has(wait) for wait in waits)
