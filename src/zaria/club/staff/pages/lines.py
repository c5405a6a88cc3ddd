"""The page on which the staff reads a line of a conversation with its context, and removes it."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.conversations import queries
from zaria.club.conversations.models import Line
from zaria.club.site import i18n
from zaria.club.staff import roles
from zaria.club.staff.actions.lines import AROUND, POWER, may_read, read_for_a_reason, remove_line
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.pages import reports
from zaria.club.staff.pages.date_format import moment_of
from zaria.club.staff.pages.forbidden_page import forbidden
from zaria.club.staff.pages.forms import ReasonForm, WarnForm


class ReadForm(ReasonForm):
    """The reason for which a private conversation is read without an open report."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("It stays in the log.")


def page(request: HttpRequest, conversation_id: str, number: int, context: dict[str, Any]) -> HttpResponse:
    """Show line `number` and those around it; a form removes it.

    A private conversation opens with a report or a reason, and each reading is recorded.
    """
    by = context["member"]
    if not roles.has(by, POWER):
        return forbidden(request)
    lines = queries.context(conversation_id, number, AROUND)
    line = next((line for line in lines if line.number == number), None)
    if line is None:
        raise Http404
    if not may_read(by, conversation_id, number):
        return _ask_for_reason(request, line, context)
    data = request.POST if request.method == "POST" else None
    form = WarnForm(by, [line], data, initial=reports.given_in(request, WarnForm, []))
    if data is not None and form.is_valid():
        try:
            with transaction.atomic():
                reports.lock_with(request, Member.objects.filter(player=line.author))
                remove_line(by, line, **form.answers())
                reports.close_with(request, by)
        except ActionRefusedError as refused:
            form.add_error(None, str(refused))
        except PermissionDenied:
            return forbidden(request)
        else:
            messages.success(request, _("Done, and recorded in the log."))
            after = reverse("admin:reports") if request.GET.get("report") else request.path
            return HttpResponseRedirect(after)
    context |= {"title": _("Conversation"), "line": line, "rows": _rows(lines), "form": form}
    return render(request, "staff/line.html", context, status=200 if data is None else 422)


def _ask_for_reason(request: HttpRequest, line: Line, context: dict[str, Any]) -> HttpResponse:
    """Ask why a private conversation is read; the answer opens it for an hour."""
    by = context["member"]
    data = request.POST if request.method == "POST" and request.POST.get("act") == "read" else None
    form = ReadForm(by, [line], data)
    if data is not None and form.is_valid():
        read_for_a_reason(by, line.conversation_id, line.number, **form.answers())
        return HttpResponseRedirect(request.get_full_path())
    context |= {"title": _("Conversation"), "line": line, "form": form, "asks": True}
    return render(request, "staff/line.html", context, status=200 if request.method == "GET" else 422)


def _rows(lines: list[Line]) -> list[dict[str, Any]]:
    """The lines with their moments, their authors if they are members, and their texts."""
    authors = {line.author for line in lines}
    members = {member.player: member for member in Member.objects.filter(player__in=authors)}
    words = i18n.chat_words()
    return [
        {
            "line": line,
            "at": moment_of(line.at),
            "member": members.get(line.author),
            "text": words[f"phrase_{line.phrase}"] if line.phrase else line.text,
        }
        for line in lines
    ]
