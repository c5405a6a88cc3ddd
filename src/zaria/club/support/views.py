"""The pages on which people write to the staff, follow their requests, and report."""

from http import HTTPStatus
from typing import Any

from asgiref.sync import async_to_sync
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts import players
from zaria.club.accounts.flows import lockout
from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.site import i18n
from zaria.club.site.asgi import has_live, live_of
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.club.support import actions, mails, queries
from zaria.club.support.forms import ReportForm, RequestForm
from zaria.club.support.models import Report, Thread
from zaria.club.support.subjects import KINDS, Seated, SeatedAt, Subject, find_subject

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY


@require_http_methods(["GET", "POST"])
@never_cache
def support(request: HttpRequest) -> HttpResponse:
    """The form for a request, and one's own requests and reports."""
    member = member_of(request)
    prefilled = {name: request.GET.get(name, "")[:200] for name in ("kind", "page", "match")}
    browser = request.META.get("HTTP_USER_AGENT", "")[:200]
    data = request.POST if request.method == "POST" else None
    form = RequestForm(data, member=member is not None, initial={**prefilled, "browser": browser})
    if data is not None and form.is_valid():
        answers = form.cleaned_data
        try:
            thread = _open(request, member, answers)
        except RefusedTextError as refused:
            form.add_error("text", str(refused))
        else:
            if member is not None:
                messages.success(request, _("Sent to the staff. You'll get a notification when they answer."))
                return redirect("support_thread", thread.pk)
            mails.send(request, thread, "confirm")
            return render(request, "zaria/support/sent.html", {"email": thread.email})
    player = players.of(request)
    context = {
        "form": form,
        "threads": queries.threads_of(member) if member else [],
        "reports": [_reported(report) for report in queries.reports_by(player.id)] if player else [],
    }
    status = HTTPStatus.OK if data is None else REFUSED
    return render(request, "zaria/support/support.html", context, status=status)


@require_http_methods(["GET", "POST"])
@login_required
@never_cache
def thread(request: HttpRequest, number: int) -> HttpResponse:
    """A request of a member, with its answers; they may write on."""
    member = signed_in_member(request)
    thread = Thread.objects.filter(pk=number, member=member).first()
    if thread is None:
        raise Http404
    return _thread_page(request, thread, member)


@require_http_methods(["GET", "POST"])
@never_cache
def mail_thread(request: HttpRequest, token: str) -> HttpResponse:
    """A request by mail, to which its link leads; the first button confirms the address."""
    thread = mails.thread_of(token)
    if thread is None:
        raise Http404
    if thread.confirmed_at is None and request.method == "POST":
        actions.confirm(thread)
        messages.success(request, _("Sent to the staff. They'll answer by e-mail."))
        return HttpResponseRedirect(request.path)
    return _thread_page(request, thread, None)


@require_http_methods(["GET", "POST"])
@never_cache
def report(request: HttpRequest) -> HttpResponse:
    """Report what `?about=` names; a visitor who has no name here yet signs in first."""
    player, member = players.of(request), member_of(request)
    about = request.GET.get("about", "")
    subject = find_subject(about, player.id if player else None, _seated_at(request))
    if subject is None or (player is not None and _is_own(subject, player.id)):
        raise Http404
    if player is None:
        return redirect_to_login(request.get_full_path())
    data = request.POST if request.method == "POST" else None
    form = ReportForm(data)
    if data is not None and form.is_valid():
        try:
            if member is None and lockout.count(request, "guest_report", "") is None:
                raise actions.too_many_reports()
            actions.report(player, member, subject, form.cleaned_data["rule"], form.cleaned_data["text"])
        except RefusedTextError as refused:
            form.add_error("text", str(refused))
        else:
            messages.success(request, _("Thank you. The staff will look into it."))
            return HttpResponseRedirect(subject.path or "/support")
    context = {
        "subject": subject,
        "kind": KINDS[subject.kind],
        "lines": quoted(subject.context),
        "form": form,
    }
    status = HTTPStatus.OK if data is None else REFUSED
    return render(request, "zaria/support/report.html", context, status=status)


def quoted(context: dict[str, Any]) -> list[dict[str, Any]]:
    """The lines that are stored with a report, with the words of phrases in the reader's language."""
    words = i18n.chat_words() if context.get("lines") else {}
    return [
        {**line, "text": words.get(f"phrase_{line['phrase']}", "") if line["phrase"] else line["text"]}
        for line in context.get("lines", ())
    ]


def _thread_page(request: HttpRequest, thread: Thread, member: Member | None) -> HttpResponse:
    text, refusal = request.POST.get("text", ""), ""
    if request.method == "POST":
        try:
            actions.write_on(thread, member, text)
        except RefusedTextError as refused:
            refusal = str(refused)
        else:
            return HttpResponseRedirect(f"{request.path}#last")
    context = {"thread": thread, "lines": thread.messages.all(), "text": text, "refusal": refusal}
    status = REFUSED if refusal else HTTPStatus.OK
    return render(request, "zaria/support/thread.html", context, status=status)


def _open(request: HttpRequest, member: Member | None, answers: dict[str, Any]) -> Thread:
    if member is None and lockout.count(request, "guest_request", "") is None:
        raise RefusedTextError("too_fast", _("You write too fast. Please wait a moment."))
    language = get_language() or settings.LANGUAGE_CODE
    sent_along = {name: answers[name] for name in ("page", "match", "browser")}
    email = answers.get("email", "")
    return actions.open_thread(member, email, answers["kind"], answers["text"], language, sent_along)


def _reported(report: Report) -> dict[str, Any]:
    kind = report.about.partition(":")[0]
    return {"report": report, "kind": KINDS.get(kind, kind)}


def _is_own(subject: Subject, player: str) -> bool:
    return subject.member is not None and subject.member.player == player


def _seated_at(request: HttpRequest) -> SeatedAt:
    def seated_at(match_id: str) -> Seated | None:
        match = async_to_sync(live_of(request).match)(match_id) if has_live(request) else None
        if match is None:
            return None
        return Seated([player.id for player in match.players if player is not None], match.phase == "over")

    return seated_at
