"""The pages of the play room."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from zaria.club.accounts import guests, players
from zaria.club.accounts.requests import member_of
from zaria.club.games import programs
from zaria.club.games.catalogue import TITLES
from zaria.club.games.glossary.notes import script_words
from zaria.club.ledger.page_parts import BALANCE
from zaria.club.ledger.queries import has_staked
from zaria.club.link_pictures.preview import Preview, preview
from zaria.club.matches.learning_links import learning_links
from zaria.club.matches.notes import actions as notes
from zaria.club.matches.replay import frames, link_cards, positions
from zaria.club.matches.replay.public_record import is_nameless
from zaria.club.matches.results.newcomers import is_newcomer
from zaria.club.play import actions, friend_clock, last_terms, presets, terms_text, treats
from zaria.club.play.base_form import NAMES, TableForm
from zaria.club.play.engine_positions import engine_may_play
from zaria.club.play.forms import form_for
from zaria.club.play.game_groups import game_groups, tile
from zaria.club.play.limits import limited
from zaria.club.play.signals import table_tournament
from zaria.club.profile import privacy
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.club.site.http import errors
from zaria.club.site.http.frames import oembed_address
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.club.site.text.word_filter import require_allowed
from zaria.club.stakes.refusals import refusal_text, standing_refusal
from zaria.games.registry import GAMES
from zaria.live.app import Live
from zaria.live.sockets.protocol.tournament import TableTournament
from zaria.match.refusals import CommandRefusedError
from zaria.match.seats import can_be_rated
from zaria.match.stakes import Stakes
from zaria.match.terms import ClockTerms, Terms
from zaria.records import convert

_FIELDS: Mapping[str, str] = {"aborts": "rated", "by_day_flags": "clock", "by_day_full": "clock"}
"""The field of a refusal by live play, where it is not the stake."""


@require_http_methods(["GET", "HEAD", "POST"])
@limited
async def new(request: HttpRequest, *, front_page: Callable[..., HttpResponse]) -> HttpResponse:
    """Set a table and go there; a refusal stands beside the form. `front_page` answers to an unknown game."""
    if request.method != "POST":
        return await _choose(request)
    game = request.POST.get("game", "")
    if game not in TITLES:
        return front_page(request, wrong=_("There is no such game."))
    player = players.someone(request)
    form = _filled(request, game, member=can_be_rated(player))
    if (
        not form.is_valid()
        or not await _names_allowed(request, form)
        or not await engine_may_play(request, form)
    ):
        return await options_page(request, form)
    try:
        address = request.META.get("REMOTE_ADDR") or ""
        match_id = await actions.set_table(live_of(request), player, form, address)
    except actions.NotAdmittedError as refused:
        form.add_error("opponent", i18n.sentence(refused.code))
        return await options_page(request, form)
    except CommandRefusedError as refused:
        field = _FIELDS.get(refused.code, "stake")
        text = await sync_to_async(refusal_text)(refused.code, player.id)
        form.add_error(field, ValidationError(text, code=refused.code))
        return await options_page(request, form)
    response = HttpResponseRedirect(reverse("table", args=[match_id]))
    if form.cleaned_data["opponent"] == "computer":
        level = form.cleaned_data["level"]
        programs.remember(request, response, level, training=form.is_training())
    await last_terms.keep(request, response, form)
    guests.remember(request, response, player)
    return response


@require_safe
async def options(request: HttpRequest, game: str) -> HttpResponse:
    """Everything that can be agreed on for a table of `game`.

    `?to=` names who is invited to it; `?position=` is where the game begins, with `set` and `side` as in the
    address of a position. `?as=` is a match; the form begins with its terms, `?preset=` names saved terms.
    `?training=yes` proposes training.
    """
    if game not in TITLES:
        raise Http404
    refused = await _refused_invitation(request)
    if refused is not None:
        return refused
    level = programs.last(request, game)
    form = form_for(game, None, member=can_be_rated(players.someone(request)), level=level)
    if "position" in request.GET:
        return await _from_position(request, form)
    match_id = request.GET.get("as", "")
    terms = await live_of(request).terms(match_id) if match_id else None
    preset = presets.find(request, request.GET.get("preset", ""))
    if preset is not None and preset.game == game:
        wanted: Mapping[str, str] = preset.values
    elif terms is not None and terms.game == game:
        side = await live_of(request).side(match_id, players.someone(request).id)
        wanted = form.fields_of(terms, side)
    else:
        wanted = last_terms.choices_of_game(request, game)
    last_terms.suggest(form, wanted)
    if preset is None and terms is None and programs.trains(request):
        form.initial = {**form.initial, "training": "yes"}
    if terms is not None:
        form.initial = {**form.initial, **form.names_of(terms)}
    if request.GET.get("training") == "yes":
        form.initial = {**form.initial, "training": "yes"}
    return await options_page(request, form, request.GET.get("to", ""))


async def options_page(request: HttpRequest, form: TableForm, to: str = "") -> HttpResponse:
    """The page of a new table, with what is wrong in its form; `to` names who is invited."""
    shown, to = tile(form.game), to or form.data.get("to", "")
    invited = live_of(request).lobby.sessions.visitor(to) if to else None
    context = {"tile": shown, "about": shown.text, "form": form, "handle": to, "invited": invited}
    if form.begins_from:
        start = (form.begins_from, int(form["starter"].value() == "1"))
        context["from_position"] = frames.start_address(form.game, start, request.GET.getlist("set"))
    else:
        context["presets"], context["chosen_preset"] = presets.read(request), request.GET.get("preset")
    context["rated"] = invited is None or can_be_rated(invited.player)
    context["currency"] = settings.LEDGER.currency
    if form.sums:
        player = players.someone(request).id
        context["new_to_stakes"] = not await has_staked(player)
        context["stakes_refusal"] = await sync_to_async(standing_refusal)(player)
    return render(request, "zaria/new.html", context, status=422 if form.errors else 200)


@require_safe
async def table(request: HttpRequest, match_id: str) -> HttpResponse:
    """The table, painted as it stands; the page's script goes on from there."""
    player = players.someone(request)
    live = live_of(request)
    boot = await live.state(match_id, player.id)
    if boot is None:
        return _no_table(request)
    if is_nameless(await live.seats(match_id) or (None, None)):
        return redirect("replay", match_id)  # nobody here sat at this table
    terms = await live.terms(match_id)
    if terms is not None and terms.tournament:
        boot = await sync_to_async(_with_tournament)(boot, match_id, player.id)
    context = _table(match_id, boot, terms, live.owner_address(match_id))
    context |= await _program(live, match_id, terms)
    if players.of(request) is None:
        context["preview"] = await _preview(request, match_id, context["about"])
        if context["preview"] is not None and context["view"]["phase"] == "over":
            context["oembed"] = oembed_address(request)
    context["member"] = can_be_rated(player)
    if terms is not None and terms.by_day:
        context |= await _by_day(request, match_id)
    context["newcomer"] = players.of(request) is None or await is_newcomer(player.id)
    view = context["view"]
    if context["member"] and terms is not None and terms.stakes is not None and terms.stakes.paid:
        # What a running match holds is returned or lost before the next one.
        amount = terms.stakes.held(terms.length) if view["phase"] in ("open", "over") else 0
        context["new_to_stakes"] = view["phase"] == "open" and not await has_staked(player.id)
        context["stakes_refusal"] = await sync_to_async(standing_refusal)(player.id, amount)
    if terms is not None and terms.by_day and _is_seated(boot):
        context["agreement_script"] = "zaria/js/pages/agreement.js"
    context["treats"] = await treats.at_table(live, match_id)
    balance = BALANCE.of(request)
    context["available"] = None if balance is None else str(balance.available)
    response = render(request, "zaria/table.html", context)
    # who comes back to it by the browser's history must not see, and act on, how it stood before
    response["Cache-Control"] = "private, no-store"
    guests.remember(request, response, player)
    return response


@require_safe
async def game_positions(request: HttpRequest, match_id: str) -> HttpResponse:
    """The positions of the game on a table, after each of its moves, as far as the visitor may see them."""
    player = players.of(request)
    positions = await live_of(request).positions(match_id, None if player is None else player.id)
    if positions is None:
        return _no_table(request)
    response = HttpResponse(positions, content_type="application/json")
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
def words(request: HttpRequest) -> HttpResponse:
    """The words and the style sheet with which a table's page does not begin."""
    lines = script_words("single", "mars", "home_mars", "koks", "gammon", "backgammon", "stake", "fee")
    response = JsonResponse(i18n.late_words() | lines | {"sheet": static("zaria/css/result.css")})
    response["Cache-Control"] = "private, max-age=60"
    patch_vary_headers(response, ["Cookie"])  # a guest's language is in one
    return response


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """The check of a match's dice; it happens in the visitor's browser."""
    words = i18n.words() | {"verify_unknown": _("There is no such table")}
    return render(request, "zaria/verify.html", {"here": "verify", "words": words})


def _filled(request: HttpRequest, game: str, *, member: bool) -> TableForm:
    """The form that was sent; a single button (`last`) plays on the terms that were chosen last."""
    level = programs.last(request, game)
    form = form_for(game, request.POST, member=member, level=level)
    wanted = last_terms.read(request).get(game, {}) if request.POST.get("last") else {}
    if wanted := friend_clock.with_choice(game, wanted, request.POST, member=member):
        again = form_for(
            game, last_terms.completed_data(form, request.POST, wanted), member=member, level=level
        )
        form = again if again.is_valid() else form
    return form


async def _names_allowed(request: HttpRequest, form: TableForm) -> bool:
    """False with the reason at its field if a name of two players on one device may not be published."""
    member = member_of(request)
    for name in NAMES:
        if member is not None and member.is_pupil and form.cleaned_data[name]:
            form.add_error(name, i18n.sentence("pupil_account"))
            continue
        try:
            await sync_to_async(require_allowed)(form.cleaned_data[name])
        except RefusedTextError as refused:
            form.add_error(name, str(refused))
    return form.is_valid()


def _no_table(request: HttpRequest) -> HttpResponse:
    text = _("Check the link, or open a new table.")
    return errors.page(request, 404, _("There is no such table"), text)


def _table(match_id: str, boot: bytes, terms: Terms | None, owner_address: str) -> dict[str, Any]:
    """Context of the table's template, from the state message of its visitor.

    The socket of a player, and of a visitor who may sit down, is opened at the owner of the match.
    """
    state = msgspec.json.decode(boot)
    view = state["v"]
    if owner_address and (state["you"], state["seat"]) != (None, None):
        boot = msgspec.json.encode({**state, "node": owner_address})
    near = next((side for side in (state["you"], state["seat"]) if side is not None), 0)
    return {
        "match_id": match_id,
        "formats": " ".join(convert.formats(view["game"], terms.position if terms is not None else "")),
        "learning": learning_links(view["game"]),
        "title": TITLES[view["game"]],
        "about": _about(view),
        "view": view,
        "is_board": GAMES[view["game"]].game.is_board,
        "stake_range": _stake_range(view),
        "me": view["players"][near],
        "opp": view["players"][1 - near],
        "sheet": _sheet(state),
        "tournament": state.get("tournament"),
        # A script element is raw text: nothing in it may look like its end.
        "boot": mark_safe(boot.decode().replace("<", "\\u003c")),
    }


def _is_seated(boot: bytes) -> bool:
    """Return whether the visitor of a state message plays, or may take the free seat."""
    state = msgspec.json.decode(boot)
    return state["you"] is not None or state["seat"] is not None


def _with_tournament(boot: bytes, match_id: str, reader: str) -> bytes:
    """Return the state message with what its table shows of the tournament of the match."""
    answers = table_tournament.send(TableTournament, match_id=match_id, reader=reader)
    tournament = next((answer for _receiver, answer in answers if answer is not None), None)
    return msgspec.json.encode({**msgspec.json.decode(boot), "tournament": tournament})


def _stake_range(view: Mapping[str, Any]) -> str:
    stakes = view.get("stakes")
    return terms_text.stake_range(msgspec.convert(stakes, Stakes), view["length"]) if stakes else ""


def _sheet(state: Mapping[str, Any]) -> str | None:
    """The module of the sheet of an open or cleared table, loaded first (`sheets`, page.js)."""
    view, seated = state["v"], state["you"] is not None
    if view["phase"] == "over" and not view.get("result"):
        return "zaria/js/shell/ready_check.js"
    if view["phase"] != "open" or (view["until"] is None and state["kept"] and not seated):
        return None
    if view["until"] is not None:
        return "zaria/js/shell/ready_check.js"
    return "zaria/js/shell/open_table.js" if seated else "zaria/js/shell/offered_seat.js"


async def _by_day(request: HttpRequest, match_id: str) -> dict[str, Any]:
    """The context of a table by the day for a member: the own note, None for a reader who does not play."""
    member = member_of(request)
    if member is None:
        return {}
    plays = await live_of(request).side(match_id, member.player) is not None
    return {"by_day": True, "note": await sync_to_async(notes.find)(member, match_id) if plays else None}


async def _program(live: Live, match_id: str, terms: Terms | None) -> dict[str, Any]:
    """The words of a table, with the name of the program that plays there or is to."""
    words, bot = i18n.words(), await live.program(match_id)
    if terms is not None and terms.by_day:
        words |= i18n.by_day_words()
    if bot is None or terms is None:
        del words["engine"]
    else:
        words["program"] = programs.name(bot)
        # a thread of asyncio would not know the language of the page
        words["engine"] = await sync_to_async(programs.engine, thread_sensitive=False)(terms.game, bot)
        if terms.training:
            words |= i18n.training_words()
    return {"words": words}


async def _preview(request: HttpRequest, match_id: str, text: str) -> Preview | None:
    """The preview of a table in messengers; they have no cookies, and so are nobody in particular."""
    live = live_of(request)
    match, seats = await live.match(match_id), await live.seats(match_id)
    if match is None or seats is None:
        return None
    names = await sync_to_async(link_cards.visible_names)(seats)
    title = link_cards.table_title(match, seats, names)
    return preview(request, title, text) if title else None


def _about(view: dict[str, Any]) -> str:
    """Description for readers of the link."""
    parts = [TITLES[view["game"]], link_cards.length_text(view["length"])]
    if view["clock_terms"] is not None:
        parts.append(terms_text.clock_text(msgspec.convert(view["clock_terms"], ClockTerms)))
    return ". ".join(map(str, parts)) + ". " + _("Open the link to sit down, or to watch.")


async def _refused_invitation(request: HttpRequest) -> HttpResponse | None:
    """Page for a visitor who may not invite the player of `?to=`; None if they may."""
    invited = live_of(request).lobby.sessions.visitor(request.GET.get("to", ""))
    if invited is None or await privacy.may_invite(players.someone(request), invited.id):
        return None
    text = _(
        "Most members can be invited only by members. You can search for an opponent, or open a table "
        "for anyone."
    )
    return errors.page(request, 403, i18n.sentence("no_invitations"), text)


async def _choose(request: HttpRequest) -> HttpResponse:
    """The choice of a game for an invitation; without a player, training or the front page."""
    if "training" in request.GET:
        game = last_terms.offered_game(request)
        return HttpResponseRedirect(f"{reverse('options', args=[game])}?training=yes")
    refused = await _refused_invitation(request)
    if refused is not None:
        return refused
    invited = live_of(request).lobby.sessions.visitor(request.GET.get("to", ""))
    if invited is None:
        return HttpResponseRedirect(reverse("front"))
    context = {"handle": request.GET["to"], "invited": invited, "game_groups": game_groups()}
    return render(request, "zaria/invite.html", context)


async def _from_position(request: HttpRequest, form: TableForm) -> HttpResponse:
    """The options of a game that begins from a position."""
    rules = positions.parse_options(form.game, request.GET.getlist("set"))
    start = Terms(
        form.game,
        options=rules,
        position=request.GET["position"],
        starter=1 if request.GET.get("side") == "1" else 0,
    )
    try:
        start.check_new()
    except CommandRefusedError as refused:
        text = _("Choose another position, or use the normal starting position.")
        return errors.page(request, 422, i18n.sentence(refused.code), text)
    form.begin_from(start, rules)
    return await options_page(request, form)
