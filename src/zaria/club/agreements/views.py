"""The sheet in which a player agrees to acts in advance, moves of its lines, and results to be offered."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from zaria.club.accounts import players
from zaria.club.agreements import actions, queries
from zaria.club.agreements.own_table import AgreementRefusedError, OwnTable, find_own_table, play
from zaria.club.agreements.texts import REFUSED
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import now_ms
from zaria.games.board_games import BoardPosition
from zaria.live.matches.decided_games import can_offer_result
from zaria.match.ahead import MOST_LINES, MOST_PLIES, AgreedActs
from zaria.match.cube import LIMIT
from zaria.match.play import MoveView
from zaria.match.result_offers import points

_RAISED_TO = range(2, 11)
"""The values of a cube that is raised by one up to which a player may agree to take."""


class AgreedLine(NamedTuple):
    """A line as the form sends it, its moves apart by spaces, and as books write it."""

    moves: str
    text: str


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
async def sheet(request: HttpRequest, match_id: str) -> HttpResponse:
    """The inside of the sheet; on POST after the acts that it sends were agreed to."""
    table = await _table(request, match_id)
    if table is None:
        return await _show(request, match_id, None, AgreedActs(), "no_match_by_day")
    acts = await sync_to_async(queries.own_acts)(match_id, table.player)
    if request.method != "POST":
        return await _show(request, match_id, table, acts)
    try:
        acts = await sync_to_async(actions.agree)(table, _sent(request, table, acts), now_ms())
    except AgreementRefusedError as refused:
        return await _show(request, match_id, table, acts, refused.code)
    return await _show(request, match_id, table, acts, is_saved=True)


@require_safe
@never_cache
async def line(request: HttpRequest, match_id: str) -> HttpResponse:
    """The board after the moves of a line (`move`) from the present position on, and the moves there."""
    table = await _table(request, match_id)
    if table is None:
        return _no_line("no_match_by_day", HTTPStatus.NOT_FOUND)
    moves = request.GET.getlist("move")[:MOST_PLIES]
    try:
        if not table.may_agree_to_lines:
            raise AgreementRefusedError("gone_on")
        answer = await sync_to_async(_line_from, thread_sensitive=False)(table.match.board_position(), moves)
    except AgreementRefusedError as refused:
        return _no_line(refused.code, HTTPStatus.CONFLICT)
    return HttpResponse(msgspec.json.encode(answer), content_type="application/json")


@require_safe
@never_cache
async def offer_points(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the points (before the cube) for which the player may offer the result now; 0: they may not."""
    table = await _table(request, match_id)
    if table is None:
        return _no_line("no_match_by_day", HTTPStatus.NOT_FOUND)
    may = await sync_to_async(can_offer_result, thread_sensitive=False)(table.match, table.side)
    return JsonResponse({"points": points(table.match, table.side) if may else 0})


async def _table(request: HttpRequest, match_id: str) -> OwnTable | None:
    player = players.of(request)
    return None if player is None else await find_own_table(live_of(request), match_id, player.id)


def _sent(request: HttpRequest, table: OwnTable, before: AgreedActs) -> AgreedActs:
    """Return the acts that a form sends; raises `AgreementRefusedError`.

    On squares it adds a line (`line`) to those that lie ahead, or removes one (`without`).
    """
    values: dict[str, Any] = {"roll": request.POST.get("roll", ""), "drop": "drop" in request.POST}
    values |= {name: request.POST.get(name, "0") for name in ("take", "accept")}
    if table.match.game.is_board:
        values["plies"] = request.POST.get("plies", "0")
        values["lines"] = _lines_sent(request, table, before)
    try:
        return msgspec.convert(values, AgreedActs, strict=False)
    except msgspec.ValidationError:
        raise AgreementRefusedError("bad_agreement") from None


def _lines_sent(request: HttpRequest, table: OwnTable, before: AgreedActs) -> list[list[str]]:
    """Return the lines that a form leaves; off one's turn alone any can stay."""
    if not table.may_agree_to_lines:
        return []
    lines = [list(ahead) for ahead in table.open_lines(before)]
    removed, added = request.POST.get("without", "").split(), request.POST.get("line", "").split()
    lines = [ahead for ahead in lines if ahead != removed]
    return [*lines, added] if added else lines


async def _show(
    request: HttpRequest,
    match_id: str,
    table: OwnTable | None,
    acts: AgreedActs,
    refused: str = "",
    *,
    is_saved: bool = False,
) -> HttpResponse:
    context: dict[str, Any] = {"match_id": match_id, "is_saved": is_saved}
    context["refused"] = REFUSED[refused] if refused else ""
    if table is not None:
        context |= {"table": table, "acts": acts}
        context |= _on_squares(table, acts) if table.match.game.is_board else _on_points(table)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if table is not None else HTTPStatus.NOT_FOUND
    return render(request, "zaria/agreement.html", context, status=status if refused else HTTPStatus.OK)


def _on_points(table: OwnTable) -> dict[str, Any]:
    """The choices at a game with dice: values of the cube, and resignations."""
    terms = table.match.terms
    doubled = tuple(2**power for power in range(1, LIMIT.bit_length()))
    classes = [worth for worth, _ in table.match.position.game.classes]
    return {
        "on_cube": terms.cube,
        "values": doubled if terms.raises == "double" else _RAISED_TO,
        "resignations": [(n, ngettext("{n} point", "{n} points", n).format(n=n)) for n in classes],
    }


def _on_squares(table: OwnTable, acts: AgreedActs) -> dict[str, Any]:
    """The lines that lie ahead, and the board on which another is made."""
    match, position = table.match, table.match.board_position()
    rules, ahead = position.game, table.open_lines(acts) if table.may_agree_to_lines else []
    board = {
        "game": match.terms.game,
        "size": rules.size,
        "coordinates": rules.coordinates,
        "house": str(match.terms.options.get("house", "4x3")),
        "side": table.side,
    }
    return {
        "is_board": True,
        "size": rules.size,
        "board": board,
        "plies": len(table.moves),
        "lines": [AgreedLine(" ".join(moves), line_text(position, moves)) for moves in ahead],
        "is_full": len(ahead) >= MOST_LINES,
        "most_lines": MOST_LINES,
        "most_plies": MOST_PLIES,
    }


def line_text(position: BoardPosition, moves: Sequence[str]) -> str:
    """Return a line as books write it: "e5 → Nf3, Nc6 → Bb5"; raises `AgreementRefusedError`."""
    texts = list[str]()
    for move in moves:
        after = play(position, (move,))
        texts.append(position.notation(move))
        position = after
    return ", ".join(" → ".join(texts[at : at + 2]) for at in range(0, len(texts), 2))


def _line_from(position: BoardPosition, moves: Sequence[str]) -> dict[str, Any]:
    """Return the board after a line, with its legal moves while more can be added."""
    after = play(position, moves)
    goes_on = after.outcome() is None and len(moves) < MOST_PLIES
    return {
        "side": after.turn,
        "board": after.board(),
        "ways": [MoveView(*way) for way in after.legal_moves()] if goes_on else [],
        "text": line_text(position, moves),
        "is_whole": bool(moves) and len(moves) % 2 == 0,
    }


def _no_line(code: str, status: HTTPStatus) -> HttpResponse:
    return JsonResponse({"code": code, "reason": str(REFUSED[code])}, status=status)
