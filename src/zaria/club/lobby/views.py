"""The pages of the lobby: the front page, and what is agreed on at a table."""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zaria import games
from zaria.bots import levels
from zaria.club.accounts import guests, players
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.lobby import actions, online_friends, opponents, pending_matches, resume, stage
from zaria.club.lobby.online_friends import OnlineFriend
from zaria.club.lobby.queries import query_of
from zaria.club.lobby.rows import painted
from zaria.club.lobby.stage import Stage
from zaria.club.matches.results.games_here import games_here
from zaria.club.matches.results.newcomers import is_newcomer
from zaria.club.matches.results.search_waits import typical_waits
from zaria.club.play import favourites, friend_clock, last_terms, terms_text
from zaria.club.play.fields import sent
from zaria.club.play.game_groups import first_tiles, further_html, tile, tiles_html
from zaria.club.play.last_terms import LastTable, last_game, last_table, offered_game
from zaria.club.relations.queries import friends_by_login
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.club.site.brand import state
from zaria.club.site.http import errors
from zaria.club.stakes.terms import search_stakes
from zaria.club.table_offers.negotiation import find_place
from zaria.games.registry import GAMES
from zaria.live.lobby.speeds import CLOCKS, PACES, search_lengths
from zaria.live.sockets.protocol.codec import encode
from zaria.match.events import Player
from zaria.match.seats import can_be_rated

PAIRS = 4
"""Games for which the front page offers a search by one tap."""

MINUTE = 60
"""Seconds; a shorter wait is shown in seconds."""

MOST_QUICK_STARTS = 4
"""Games beside the last one that start by one tap."""


@require_safe
async def front(request: HttpRequest) -> HttpResponse:
    """The front page, or the table where the reader's game runs."""
    match_id = resume.running_table(request)
    if match_id is not None:
        return HttpResponseRedirect(reverse("table", args=[match_id]))
    player, waits, shown = players.of(request), await typical_waits.get(), await _stage(request)
    played = await games_here.get()
    learns = player is None or await is_newcomer(player.id)
    if player is None or not player.member:
        return front_page(request, waits=waits, shown=shown, learns=learns, played=played)
    friends = await sync_to_async(friends_by_login)(player.id)
    online = await online_friends.find(live_of(request), player, friends.values())
    response = front_page(
        request,
        friends=friends.keys(),
        online=online,
        waits=waits,
        shown=shown,
        learns=learns,
        played=played,
    )
    await favourites.move_to_account(request, response)
    return response


def front_page(
    request: HttpRequest,
    wrong: str = "",
    friends: Collection[str] = frozenset(),
    waits: Mapping[str, int] = MappingProxyType({}),
    shown: Stage | None = None,
    *,
    online: Sequence[OnlineFriend] = (),
    learns: bool = True,
    played: Sequence[str] = (),
) -> HttpResponse:
    """The front page; `wrong` says why something could not be done. The lists prefer `friends` (logins).

    `online`: friends who are there now. `waits`: the seconds that a search takes, by game. `shown`: the
    board, else the first of the last game. `learns`: the page leads to the rules of the game.
    `played`: the games of this club, those of most people first.

    A visitor gets a name at once: the lobby shows who is there, and a search needs somebody to search.
    """
    live, guest, brand = live_of(request), players.someone(request), state.current()
    query = query_of(request.GET)
    page = encode(live.lobby.sessions.page(query))
    own_matches = frozenset(card.id for card in live.lobby.lists.own_matches(guest.id))
    last = last_table(request)
    own_games = [game for game in favourites.own_games(request) if game != last.game]
    pairs = {game: _wait_text(waits.get(game)) for game in favourites.quick_games(request, PAIRS)}
    context = {
        "here": "play",
        "about": _("Tabla, nardy, draughts and chess: each game by the rules of its own club."),
        "games": len(brand.offered or TITLES),
        "tiles_html": tiles_html(get_language() or "en", first_tiles(played), brand.offered),
        "guest": guest,
        **_computer(request, last.game),
        **_last_choices(request, last, guest),
        "learns": learns,
        "quick_starts": [tile(game) for game in own_games[:MOST_QUICK_STARTS]],
        "pairs": [(tile(game), wait) for game, wait in pairs.items()],
        "friends_online": online,
        "stage": stage.beside_friends(shown or stage.start(last.game), len(online)),
        "robots": opponents.robots(live.lobby.sessions),
        **_search_choices(last.game, guest),
        "lobby": painted(query, page, member=guest.member, own_matches=own_matches, friends=friends),
        "me": live.lobby.sessions.handle(guest.id),
        "words": i18n.lobby_words(),
        "boot": _boot(request, guest, page, pairs, friends),
        "wrong": wrong,
    }
    response = render(request, "zaria/landing.html", context, status=422 if wrong else 200)
    guests.remember(request, response, guest)
    return response


def _last_choices(request: HttpRequest, last: LastTable, player: Player) -> dict[str, Any]:
    """The last choices of the visitor, and the clocks for a friend that begin with theirs."""
    wanted, member = last_terms.read(request).get(last.game, {}), can_be_rated(player)
    return {
        "last": last,
        "returning": bool(last_game(request)),
        "friend_clocks": friend_clock.choices(last.game, wanted, member=member),
    }


def _search_choices(game: str, player: Player) -> dict[str, Any]:
    """The speeds and lengths of a search, with the rules of `game`, and whether it may be for a stake."""
    return {
        "speeds": [(speed, i18n.word(f"speed_{speed}")) for speed in PACES],
        "lengths": search_lengths(game),
        "rules": GAMES[game],
        "staked_searches": can_be_rated(player) and settings.LEDGER.stakes,
    }


def _computer(request: HttpRequest, game: str) -> dict[str, Any]:
    """The computer's part of the front page: its levels, and the one that it would have in `game`."""
    level, offered = programs.last(request, game), levels.offered(game)
    return {
        "programs": {sent(number): programs.DESCRIBED[number] for number in offered},
        "levels": {sent(number): programs.LEVELS[number] for number in offered},
        "level": sent(level),
        "level_name": programs.LEVELS[level],
        "has_levels": programs.has_levels(game),
        "without_levels": programs.WITHOUT_LEVELS,
        "trains": programs.trains(request),
    }


async def _stage(request: HttpRequest) -> Stage:
    """The board for a reader; a player who watches their own match would count as present at its table."""
    live, player = live_of(request), players.of(request)
    cards = [] if player is None else live.lobby.lists.own_matches(player.id)
    featured = opponents.featured(live, {card.id for card in cards})
    return await stage.stage(live, featured, offered_game(request))


@require_safe
async def terms(request: HttpRequest, match_id: str) -> HttpResponse:
    """All that is agreed on at a table; with `?part=1` only that, for a sheet."""
    agreed = await live_of(request).terms(match_id)
    if agreed is None:
        return errors.page(request, 404, _("There is no such table"), _("It may have been cancelled."))
    reader = players.of(request)
    context = {
        "part": bool(request.GET.get("part")),
        "barred": agreed.rated and not (reader is not None and can_be_rated(reader)),
        "title": TITLES[agreed.game],
        "game": agreed.game,
        "match_id": match_id,
        "facts": list(terms_text.terms_details(agreed)),
        "staked": agreed.stakes is not None and agreed.stakes.paid,
        "takes_offers": await _takes_offers(request, match_id, reader),
    }
    return render(request, "zaria/terms.html", context)


async def _takes_offers(request: HttpRequest, match_id: str, reader: Player | None) -> bool:
    """Return whether the reader may offer other terms for a table."""
    if reader is None or not reader.member:
        return False
    place = await find_place(live_of(request), match_id, reader)
    return place is not None and not place.by_owner


@require_safe
async def call_back(request: HttpRequest, match_id: str) -> HttpResponse:
    """The line that calls a player away from the computer: to a match that their search has found, or to
    their own table.
    """
    live, player = live_of(request), players.of(request)
    agreed = await live.terms(match_id)
    if agreed is None:
        return HttpResponse(status=404)
    own_matches = live.lobby.lists.own_matches(player.id) if player else []
    is_owner = any(card.id == match_id and card.by == card.you for card in own_matches)
    context = {
        "match_id": match_id,
        "summary": terms_text.found_summary(agreed),
        "title": i18n.word("ready_ready" if is_owner else "ready_found_named"),
    }
    return render(request, "zaria/_call_back.html", context)


@require_safe
async def missed_call(request: HttpRequest, match_id: str) -> HttpResponse:
    """The line about a table that was cleared as its time was over; with `?own=yes` it was the reader's."""
    agreed = await live_of(request).terms(match_id)
    if agreed is None:
        return HttpResponse(status=404)
    context = {
        "match_id": match_id,
        "game": agreed.game,
        "own": "own" in request.GET,
        "summary": terms_text.found_summary(agreed),
        "late": i18n.word("late"),
        "absent": i18n.word("no_show"),
        "nobody": i18n.word("nobody_came"),
    }
    return render(request, "zaria/_missed_call.html", context)


@require_safe
def waiting(request: HttpRequest) -> HttpResponse:
    """The visitor's pending matches, for pages that know of a change."""
    response = render(request, "zaria/_waiting.html")
    response["Cache-Control"] = "no-store"
    return response


@require_POST
async def close(request: HttpRequest) -> HttpResponse:
    """Remind the visitor no more of some matches; a table that still waits and is their own is cleared."""
    live, player = live_of(request), players.of(request)
    response = HttpResponseRedirect(_back(request))
    if player is not None:
        wanted = set(request.POST.getlist("match"))
        cards = [card for card in live.lobby.lists.own_matches(player.id) if card.id in wanted]
        for card in cards:
            if card.state == "open" and card.by == card.you:
                await actions.cancel(live, card.id, player.id)
        pending_matches.hide(request, response, {card.id: card.n for card in cards if not card.tournament})
    return response


def _back(request: HttpRequest) -> str:
    """The page on which a form was sent, if it is one of the club's."""
    target = request.POST.get("next", "/")
    return target if url_has_allowed_host_and_scheme(target, None, request.is_secure()) else "/"


def _boot(
    request: HttpRequest, guest: Player, page: bytes, pairs: Mapping[str, str], friends: Collection[str]
) -> str:
    """State with which the page's script begins; `pairs` are games with the text of how long they take."""
    lobby = live_of(request).lobby
    boot = {
        "page": msgspec.Raw(page),
        "games": list(TITLES),
        "mine": lobby.lists.own_matches(guest.id),
        "me": lobby.sessions.handle(guest.id),
        "search": lobby.sessions.seeks.handle(guest.id),
        "last": offered_game(request),
        "pairs": list(pairs),
        "waits": pairs,
        "stars": favourites.read(request),
        "usual": _usual(),
        "member": can_be_rated(guest),
        "stakes": search_stakes() if can_be_rated(guest) else None,
        "friends": sorted(friends),
    }
    # A script element is raw text: nothing in it may look like its end.
    return mark_safe(msgspec.json.encode(boot).decode().replace("<", "\\u003c"))


def _wait_text(seconds: int | None) -> str:
    """The time of a search, rounded as nobody takes it for a promise; "" if it is not known."""
    if seconds is None:
        return ""
    if seconds < MINUTE:
        time = i18n.word("seconds").format(n=max(5, 5 * round(seconds / 5)))
    else:
        time = i18n.word("minutes").format(n=round(seconds / MINUTE))
    return _("Search: ≈ {time}").format(time=time)


@require_safe
async def further_tiles(request: HttpRequest) -> HttpResponse:
    """The tiles of the games that the front page does not show at once: its script loads them."""
    brand, names = state.current(), request.GET.get("shown", "").split(".")[: len(TITLES)]
    shown = tuple(game for game in names if game in TITLES) or first_tiles()
    return HttpResponse(further_html(get_language() or "en", shown, brand.first_games, brand.offered))


@cache
def _usual() -> dict[str, Any]:
    """The choices of a search: clocks by kind of game and speed, and the matches of games with dice.

    Each has its lengths, whether it has a cube, and the length and the cube that are usual.
    """
    matches = {
        game: (search_lengths(game), int(GAMES[game].game.cube), *map(int, GAMES[game].usual_match))
        for game in games.names()
    }
    return {"squares": CLOCKS["board"], "dice": CLOCKS["dice"], "matches": matches}
