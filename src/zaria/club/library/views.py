"""The page of the library: what was played in a position."""

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from zaria import games
from zaria.club.accounts import players
from zaria.club.accounts.requests import member_of
from zaria.club.games.catalogue import GROUPS, TITLES
from zaria.club.library import queries
from zaria.club.library.search_terms import context_of, rolls_of, scope_of, standing_of, turns_of
from zaria.club.library.visibility import reader_of
from zaria.club.matches.engine_access import silence_for
from zaria.club.matches.replay.position_query import PositionQuery, read_position
from zaria.club.matches.replay.refusals import translated
from zaria.records.turn_positions import position_key

FIRST_GAME = "backgammon"
_IN_ADDRESS = ("p", "side", "set")


@require_safe
async def library_page(request: HttpRequest) -> HttpResponse:
    """Show the turns that were played in the position of the address, in matches that the reader may see."""
    game = request.GET.get("game", "")
    if game not in TITLES:
        return await sync_to_async(_page)(request, FIRST_GAME, {"is_unknown": bool(game)})
    shown = await sync_to_async(read_position)(request.GET, game)
    if shown.wrong:
        reason, is_known = translated(shown.wrong)
        return await sync_to_async(_page)(request, game, {"wrong": reason, "known": is_known})
    context: dict[str, Any] = {"shown": shown, "query": _query(request)}
    if (await silence_for(request, game)).covers(shown.parsed.position):
        return await sync_to_async(_page)(request, game, context | {"silent": True})
    standing = standing_of(shown.parsed)
    context |= {"standing": standing, "at_score": standing is not None and "score" in request.GET}
    wanted = standing if context["at_score"] else None
    context["use"] = await sync_to_async(_use)(request, shown, wanted)
    return await sync_to_async(_page)(request, game, context)


def _use(
    request: HttpRequest, shown: PositionQuery, standing: queries.CubeAndScore | None
) -> queries.PositionUse:
    player = players.of(request)
    reader = reader_of(member_of(request), "" if player is None else player.id)
    position = shown.parsed.position
    turns = turns_of(request, position.game.id)
    return queries.find(
        position_key(position), rolls_of(shown.parsed), reader, standing, scope_of(request), turns
    )


def _query(request: HttpRequest) -> str:
    """The parts of the address that are the position."""
    return urlencode([(name, value) for name in _IN_ADDRESS for value in request.GET.getlist(name)])


def _page(request: HttpRequest, game: str, context: dict[str, Any]) -> HttpResponse:
    is_wrong = "wrong" in context or context.get("is_unknown")
    context |= {
        "here": "library",
        "game": game,
        "title": TITLES[game],
        "is_board": games.get(game).is_board,
        "text": request.GET.get("p", ""),
        "groups": [(group.title, [(name, TITLES[name]) for name in group.games]) for group in GROUPS],
        "position_address": reverse("position", args=[game]),
        "picture_address": f"{reverse('position_picture', args=[game])}?lang={translation.get_language()}",
    }
    context |= context_of(request)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_wrong else HTTPStatus.OK
    return render(request, "zaria/library/position.html", context, status=status)
