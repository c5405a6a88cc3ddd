"""The page of notices, and the switches of their kinds."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.middleware import reader_mark
from zaria.club.accounts.requests import signed_in_member
from zaria.club.notifications import actions, daily_letters, mails, texts
from zaria.club.notifications.forms import NoticeSettingsForm
from zaria.club.notifications.kinds import KINDS, NoticeKind, Switches
from zaria.club.notifications.models import Notification
from zaria.club.notifications.push.club_key import public_key
from zaria.club.notifications.push.subscriptions import devices_of
from zaria.club.notifications.queries import notices_of, settings_of, switches_of

A_PAGE = 30
_UNKNOWN_ICON = "flag"


class ListedNotice(NamedTuple):
    """A notice on the page; `new`: not read before."""

    notice: Notification
    text: texts.Text
    icon: str
    new: bool


class SwitchRow(NamedTuple):
    """The switches of a kind in the form; None: there is no such switch."""

    kind: str
    title: str
    page: bool
    mail: bool | None
    push: bool | None


@require_safe
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """The notices of a member, the newest first; those shown count as read from then on."""
    member = signed_in_member(request)
    before = request.GET.get("before", "")
    number = int(before) if before.isascii() and before.isdigit() and len(before) < 16 else None
    rows = notices_of(member.pk, number, A_PAGE + 1)
    shown = [_shown(notice) for notice in rows[:A_PAGE]]
    if any(entry.new for entry in shown):
        actions.mark_read(member.pk, [entry.notice.pk for entry in shown])
        member.refresh_from_db(fields=["unread_notices"])
    last = shown[-1].notice.pk if len(rows) > A_PAGE else None
    return render(request, "zaria/notices/list.html", {"notices": shown, "before": number, "last": last})


@require_POST
@login_required
def read_all(request: HttpRequest) -> HttpResponse:
    """Mark all notices as read, those of other pages too."""
    actions.mark_read(signed_in_member(request).pk)
    return HttpResponseRedirect(reverse("notifications"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def switches(request: HttpRequest) -> HttpResponse:
    """The form with a switch for each kind and channel."""
    member = signed_in_member(request)
    stored, is_posted = switches_of(member.pk), request.method == "POST"
    form = NoticeSettingsForm(member, settings_of(member.pk), request.POST if is_posted else None)
    is_earlier_page = (
        is_posted and not form.fields.keys() & request.POST.keys()
    )  # from before there were knocks
    if is_earlier_page or form.is_valid():
        posted = {kind: _posted_switches(kind, on, request.POST) for kind, on in stored.items()}
        if is_earlier_page:
            posted = {kind: on._replace(push=stored[kind].push) for kind, on in posted.items()}
        else:
            actions.save_settings(member, form.settings(member), form.cleaned_data["time_zone"])
        actions.set_switches(member.pk, posted)
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(reverse("notification_switches"))
    context = {
        "rows": [_switch_row(kind, channels) for kind, channels in stored.items()],
        "form": form,
        "push_key": public_key(),
        "reader": reader_mark(request),
        "devices": list(devices_of([member.pk])),
    }
    return render(request, "zaria/notices/switches.html", context, status=422 if is_posted else 200)


@csrf_exempt  # the token says who asks; the programs of mails send no cookie
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails of a kind, by the link in one of them: with a button, or at once by RFC 8058."""
    subscription = mails.subscription(token)
    if subscription is None:
        raise Http404
    member_id, kind = subscription
    if request.method == "POST":
        actions.stop_mails(member_id, kind)
    context = {"title": kind.title, "done": request.method == "POST"}
    return render(request, "zaria/notices/unsubscribe.html", context)


@csrf_exempt  # as above
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def unsubscribe_letter(request: HttpRequest, token: str) -> HttpResponse:
    """End the mails about waiting tables, by the link in a daily letter."""
    member_id = daily_letters.reader_of(token)
    if member_id is None:
        raise Http404
    if request.method == "POST":
        daily_letters.stop_letters(member_id)
    context = {"title": _("E-mails about tables that wait for you"), "done": request.method == "POST"}
    return render(request, "zaria/notices/unsubscribe.html", context)


def _posted_switches(kind: NoticeKind[Any], stored: Switches, posted: QueryDict) -> Switches:
    channels = Switches(*(f"{channel}-{kind.name}" in posted for channel in Switches._fields))
    return channels._replace(mail=stored.mail) if kind.waiting else channels


def _switch_row(kind: NoticeKind[Any], channels: Switches) -> SwitchRow:
    mail = None if kind.only_on_page or kind.waiting else channels.mail
    push = None if kind.only_on_page else channels.push
    return SwitchRow(kind.name, str(kind.title), channels.page, mail, push)


def _shown(notice: Notification) -> ListedNotice:
    icon = KINDS[notice.kind].icon if notice.kind in KINDS else _UNKNOWN_ICON
    return ListedNotice(notice, texts.text(notice.kind, notice.body), icon, notice.read_at is None)
