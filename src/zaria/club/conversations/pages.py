"""The pages of direct conversations, and what every page with a conversation needs."""

import secrets
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib import messages as notes
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.conversations import actions, inbox, line_texts
from zaria.club.conversations.access import ConversationId, Kind
from zaria.club.conversations.reading import MOST_NUMBER, ReaderState, Reading
from zaria.club.relations import actions as relations
from zaria.club.site import i18n
from zaria.club.site.asgi import live_of
from zaria.club.site.clock import play_ms
from zaria.live.conversations.store import NewLine, Refused

UNPROCESSABLE = 422


@require_safe
@never_cache
@login_required
def messages(request: HttpRequest) -> HttpResponse:
    """The list of a member's direct conversations."""
    member, page = signed_in_member(request), request.GET.get("page", "")
    number = int(page) if page.isascii() and page.isdigit() and 0 < len(page) < 6 else 1
    listing = inbox.inbox(member, max(number, 1))
    return render(request, "zaria/messages/list.html", {"inbox": listing, "words": i18n.chat_words()})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
async def conversation(request: HttpRequest, conversation_id: str) -> HttpResponse:
    """One of a member's direct conversations; a form writes in it where scripts do not run."""
    member = await sync_to_async(signed_in_member)(request)
    identifier = ConversationId.of(conversation_id)
    if identifier is None or identifier.kind != Kind.DIRECT:
        raise Http404
    refused, text = "", request.POST.get("text", "")
    if request.method == "POST":
        refused = await _write(request, member, conversation_id, text)
        if not refused:
            return HttpResponseRedirect(reverse("conversation", args=[conversation_id]))
    context = await sync_to_async(_conversation)(request, member, conversation_id)
    status = UNPROCESSABLE if refused else 200
    context |= {"refused": refused, "text": text, "most": line_texts.MOST}
    return render(request, "zaria/messages/conversation.html", context, status=status)


async def _write(request: HttpRequest, member: Member, conversation_id: str, text: str) -> str:
    """Store a line of a form; return why it is refused, or ""."""
    live = live_of(request).conversations
    line = NewLine(conversation_id, secrets.token_hex(8), member.as_player(), play_ms(), text, None)
    refused = Refused("unavailable" if text else "too_short")
    result = refused if live is None or not text else await live.write(line)
    if not isinstance(result, Refused):
        return ""
    return await sync_to_async(line_texts.sentence)(result, request.LANGUAGE_CODE)


def _conversation(request: HttpRequest, member: Member, conversation_id: str) -> dict[str, Any]:
    """The lines before the number of the query (none: the last ones), for a member who takes part."""
    reading, before = Reading(), request.GET.get("before", "")
    if not reading.allows(conversation_id, member.player):
        raise Http404
    number = int(before) if before.isascii() and before.isdigit() and 0 < len(before) < 10 else MOST_NUMBER
    lines, more = reading.lines_before(conversation_id, member.player, number)
    if not before and member.unread_messages:
        actions.mark_read(conversation_id, member.player)
        member.refresh_from_db(fields=["unread_messages"])
    objection = ReaderState.of(conversation_id, member.player).objection
    return {
        "conversation_id": conversation_id,
        "peer": inbox.peer(conversation_id, member.player),
        "lines": lines,
        "more": more,
        "player": member.player,
        "words": i18n.chat_words(),
        "objection": "" if objection is None else line_texts.sentence(objection, request.LANGUAGE_CODE),
    }


@require_POST
@login_required
def begin(request: HttpRequest, login: str) -> HttpResponse:
    """Go to the conversation with the member who has this login; begin it if there is none."""
    peer = get_object_or_404(Member.objects.by_login(login), is_active=True)
    try:
        return redirect("conversation", actions.begin_direct(signed_in_member(request), peer))
    except actions.ConversationRefusedError as error:
        notes.error(request, i18n.sentence(error.code))
        return redirect(f"/@{peer.username}")


@require_safe
@never_cache
def words(request: HttpRequest) -> HttpResponse:
    """The words of conversations in the language of the page, and the address of their style sheet."""
    return JsonResponse({"words": i18n.chat_words(), "sheet": static("zaria/css/chat.css")})


@require_POST
@login_required
def block(request: HttpRequest) -> HttpResponse:
    """Block the member with the login `name` (`on` is 1), or end that (0)."""
    member = signed_in_member(request)
    peer = get_object_or_404(Member.objects.by_login(request.POST.get("name", "")))
    if peer.pk == member.pk:
        raise Http404
    (relations.block if request.POST.get("on") == "1" else relations.unblock)(member, peer)
    return HttpResponse(status=204)
