"""The queue of the staff: requests, and reports grouped by subject, each with its page."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Max, Min
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from zaria.club.accounts.models import Member
from zaria.club.comments.models import Comment
from zaria.club.matches.results.models import Played
from zaria.club.staff import queries, roles
from zaria.club.staff.actions import support
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.pages.forbidden_page import forbidden
from zaria.club.staff.pages.forms import ReasonForm
from zaria.club.studies.models import Study
from zaria.club.support import mails
from zaria.club.support.models import MOST, CannedAnswer, Report, Thread, ThreadKind, ThreadState
from zaria.club.support.subjects import KINDS
from zaria.club.support.views import quoted
from zaria.club.texts.kinds import RULES

SIZE = 50
MOST_OPEN = 1000
"""The most entries of the queue that are read."""
LAST = 10
"""Earlier acts and reports on the page of a report."""
PERIOD = timedelta(days=90)
"""The time whose first answers are measured."""
PENALTIES = {
    "warn": "warn",
    "mute": "mute",
    "block": "block",
    "rename": "rename",
    "face": "face",
    "bio": "face",
}
"""Acts about a member, each with its required power."""


class Show(NamedTuple):
    """A filter of the queue."""

    name: str
    title: Any


SHOWS = (
    Show("all", gettext_lazy("all")),
    Show("reports", gettext_lazy("reports")),
    Show("requests", gettext_lazy("requests")),
    Show("appeals", gettext_lazy("appeals")),
)


class Waiting(NamedTuple):
    """An entry of the queue: the start of its wait, its subject, the number of reports, its page."""

    since: datetime
    kind: Any
    title: str
    times: int
    path: str


class CloseForm(ReasonForm):
    """The end of reports without another act."""

    acted = forms.TypedChoiceField(
        label=gettext_lazy("Result"),
        coerce=lambda value: value == "yes",
        choices=[("no", gettext_lazy("no breach found")), ("yes", gettext_lazy("the staff has acted"))],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = gettext_lazy("It stays in the log.")


class AnswerForm(forms.Form):
    """An answer to a request."""

    text = forms.CharField(
        label=gettext_lazy("Answer"),
        max_length=MOST,
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "cols": 80}),
    )
    last_seen = forms.IntegerField(widget=forms.HiddenInput)


def queue(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The reports and requests that wait for the staff, the oldest first."""
    show = request.GET.get("show", "all")
    entries: list[Waiting] = []
    if show in ("all", "reports"):
        entries += waiting_reports()
    if show != "reports":
        entries += waiting_requests(appeals=show == "appeals")
    entries.sort(key=lambda entry: entry.since)
    page = Paginator(entries, SIZE).get_page(request.GET.get("page"))
    times = _first_answers()
    context |= {
        "title": _("Reports and requests"),
        "page": page,
        "shows": SHOWS,
        "show": show,
        "answered": len(times),
        "hours": max(0.1, round(median(times) / 3600, 1)) if times else None,
    }
    return render(request, "staff/reports.html", context)


def report_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The reports of one subject, with its context, its history, and the acts."""
    about, by = request.GET.get("about", ""), context["member"]
    reports = list(Report.objects.filter(about=about).select_related("member", "reporter", "closed_by"))
    if not reports:
        raise Http404
    kind, first = about.partition(":")[0], reports[0]
    if kind == "line" and not roles.has(by, "lines"):
        return forbidden(request)
    data = request.POST if request.method == "POST" else None
    form = CloseForm(by, [first], data)
    if data is not None and form.is_valid():
        try:
            support.close_reports(by, about, **form.answers())
        except ActionRefusedError as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Done, and recorded in the log."))
            return HttpResponseRedirect(reverse("admin:reports"))
    is_open = any(report.closed_at is None for report in reports)
    context |= {
        "title": capfirst(f"{KINDS.get(kind, kind)}: {first.name}"),
        "reports": [{"report": report, "rule": RULES.get(report.rule, "–")} for report in reports],
        "first": first,
        "lines": quoted(first.context),
        "is_open": is_open,
        "acts": _acts(by, about, reports) if is_open else [],
        "form": form,
        **_history(first.member),
    }
    return render(request, "staff/report.html", context, status=200 if data is None else 422)


def request_page(request: HttpRequest, number: int, context: dict[str, Any]) -> HttpResponse:
    """A request with its answers; a form answers it."""
    by = context["member"]
    thread = Thread.objects.filter(pk=number, confirmed_at__isnull=False).select_related("member").first()
    if thread is None:
        raise Http404
    lines = list(thread.messages.select_related("by"))
    ready = list(CannedAnswer.objects.filter(language=thread.language))
    suggestion = next((answer.text for answer in ready if str(answer.pk) == request.GET.get("ready")), "")
    data = request.POST if request.method == "POST" else None
    form = AnswerForm(data, initial={"text": suggestion, "last_seen": lines[-1].pk})
    if data is not None and form.is_valid():
        try:
            _answer(request, by, thread, form.cleaned_data, data.get("act", ""))
        except ActionRefusedError as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, _("Done."))
            return HttpResponseRedirect(reverse("admin:reports"))
    context |= {
        "title": capfirst(str(thread)),
        "thread": thread,
        "said": lines,
        "ready": ready,
        "email": thread.email if roles.has(by, "addresses") else _masked(thread.email),
        "form": form,
        **_history(thread.member),
    }
    return render(request, "staff/request.html", context, status=200 if data is None else 422)


def _answer(request: HttpRequest, by: Member, thread: Thread, answers: dict[str, Any], act: str) -> None:
    if act == "close" and not answers["text"].strip():
        support.close_thread(by, thread, answers["last_seen"])
        return
    message = support.answer(by, thread, answers["text"], answers["last_seen"], close=act == "close")
    if thread.member_id is None:
        mails.send(request, thread, "answer", message.text)


def waiting_reports(most: int = MOST_OPEN) -> Iterable[Waiting]:
    """The subjects of open reports, those that wait longest."""
    groups = Report.objects.filter(closed_at=None).order_by().values("about")
    rows = groups.annotate(n=Count("pk"), since=Min("at"), name=Max("name")).order_by("since")[:most]
    for row in rows:
        kind = row["about"].partition(":")[0]
        path = f"{reverse('admin:report')}?{urlencode({'about': row['about']})}"
        yield Waiting(row["since"], KINDS.get(kind, kind), row["name"], row["n"], path)


def waiting_requests(most: int = MOST_OPEN, *, appeals: bool = False) -> Iterable[Waiting]:
    """The requests without an answer, or the appeals alone, those that wait longest."""
    threads = Thread.objects.filter(state=ThreadState.OPEN, waiting_since__isnull=False)
    if appeals:
        threads = threads.filter(kind=ThreadKind.APPEAL)
    for thread in threads.select_related("member").order_by("waiting_since")[:most]:
        name = thread.member.username if thread.member else _("by e-mail")
        assert thread.waiting_since is not None
        path = reverse("admin:request", args=[thread.pk])
        yield Waiting(thread.waiting_since, thread.get_kind_display(), name, 1, path)


def _first_answers() -> list[float]:
    """Return the seconds to the first answers in `PERIOD`."""
    threads = Thread.objects.filter(answered_at__gt=timezone.now() - PERIOD, confirmed_at__isnull=False)
    rows = threads.order_by("-answered_at").values_list("answered_at", "confirmed_at")[:MOST_OPEN]
    return [(answered - confirmed).total_seconds() for answered, confirmed in rows if answered and confirmed]


def _history(member: Member | None) -> dict[str, Any]:
    """Return the earlier acts about a member, and the numbers of reports about and by them."""
    if member is None:
        return {"about_member": None}
    return {
        "about_member": member,
        "earlier": queries.concerning(member)[:LAST],
        "sanctions": queries.sanctions(member),
        "reported": Report.objects.filter(member=member).count(),
        "upheld": Report.objects.filter(member=member, acted=True).count(),
        "reporting": Report.objects.filter(reporter=member).count(),
    }


def _acts(by: Member, about: str, reports: list[Report]) -> list[dict[str, Any]]:
    """Return the acts that end these reports, with their addresses, which fill in the rule and the reason."""
    kind, _colon, key = about.partition(":")
    first = reports[0]
    rules = [report.rule for report in reports if report.rule]
    prefilled = {"report": about, "rule": rules[0] if rules else ""}
    acts = []
    if kind == "line" and roles.has(by, "lines"):
        conversation, _colon, number = key.rpartition(":")
        path = reverse("admin:line", args=[conversation, number])
        acts.append({"title": _("Remove the message"), "path": f"{path}?{urlencode(prefilled)}"})
    if kind == "comment" and Comment.objects.filter(pk=key, removed=False).exists():
        acts.append(_act(_("Remove the comment"), "comments_comment", "remove", key, prefilled))
    if kind == "study" and Study.objects.filter(pk=key, removed_at=0).exists():
        acts.append(_act(_("Remove the study"), "studies_study", "remove", key, prefilled))
    if kind == "match" and roles.has(by, "void"):
        played = Played.objects.filter(match_id=key).values_list("pk", flat=True).first()
        if played is not None:
            acts.append(_act(_("Void the match"), "results_played", "void", played, prefilled))
    member = first.member
    if member is not None and member.is_active:
        titles = {
            "warn": _("Warn"),
            "mute": _("Mute"),
            "block": _("Block"),
            "rename": _("Change the login"),
            "face": _("Remove the picture"),
            "bio": _("Remove the profile text"),
        }
        removable = {"face": member.face, "bio": member.bio}
        for name, power in PENALTIES.items():
            if roles.may(by, power, member) and removable.get(name, True):
                acts.append(_act(titles[name], "members_member", name, member.pk, prefilled))
    return acts


def _act(title: str, table: str, name: str, key: Any, prefilled: dict[str, Any]) -> dict[str, Any]:
    path = reverse(f"admin:{table}_do", args=[name])
    return {"title": title, "path": f"{path}?{urlencode({'id': key, **prefilled})}"}


def _masked(email: str) -> str:
    name, _at, host = email.partition("@")
    return f"{name[:1]}…@{host}" if email else ""


def lock_with(request: HttpRequest, members: Iterable[Member]) -> None:
    """Lock the members of acts and of the reports that `?report=` names, in the transaction of the acts."""
    support.lock_concerned(members, request.GET.get("report", ""))


def close_with(request: HttpRequest, by: Member | None) -> None:
    """End the reports that `?report=` of an act names, in the transaction of the act."""
    about = request.GET.get("report", "")
    if about:
        support.handle(by, about, acted=True)


def given_in(request: HttpRequest, form: type[forms.Form], about: list[Member]) -> dict[str, Any]:
    """Return the answers that an address suggests for the form of an act.

    In a form without rules the reason names the rule, in the language of the member who reads it.
    """
    number = request.GET.get("rule", "")
    rule = RULES.get(int(number)) if number.isascii() and number.isdigit() else None
    if rule is None:
        return {}
    if "rule" in form.base_fields or len(about) != 1:
        return {"rule": number}
    with translation.override(about[0].language or get_language()):
        return {"reason": _("Rule %(number)s of conduct: %(rule)s.") % {"number": number, "rule": rule}}
