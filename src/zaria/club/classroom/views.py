"""The pages of groups: the list, the way in by a code, and a group with its settings."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from zaria.club.accounts.requests import member_of, signed_in_member
from zaria.club.classroom import actions, entrance, pages
from zaria.club.classroom.forms import SettingsForm
from zaria.club.federations.queries import administered_by
from zaria.club.groups import actions as group_actions
from zaria.club.groups import codes, queries
from zaria.club.groups.actions import RefusedGroupError
from zaria.club.groups.forms import CodeForm, GroupForm
from zaria.club.groups.texts import sentence


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def groups_page(request: HttpRequest) -> HttpResponse:
    """Show the groups of a member, and create one."""
    member = signed_in_member(request)
    form = GroupForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            group = group_actions.create(member, form.cleaned_data["title"])
            return HttpResponseRedirect(reverse("group", args=[group.pk]))
        except RefusedGroupError as refusal:
            form.add_error(None, sentence(refusal))
    context = {
        "here": "groups",
        "taught": queries.taught_groups(member),
        "joined": queries.joined_groups(member),
        "administered": queries.groups_in(administered_by(member).values_list("pk", flat=True)),
        "form": form,
        "may_teach": not member.is_pupil and not member.robot,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "zaria/classroom/groups.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def join_page(request: HttpRequest) -> HttpResponse:
    """Let members join a group by its code, and pupils sign in by their card."""
    initial = {"code": request.GET.get("code", "")[: codes.CARD_LENGTH]}
    form = CodeForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        answer = _enter(request, form)
        if answer is not None:
            return answer
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "zaria/classroom/join.html", {"here": "groups", "form": form}, status=status)


def _enter(request: HttpRequest, form: CodeForm) -> HttpResponse | None:
    """Return the way into a group; None: the form says why there is none."""
    code, member = form.cleaned_data["code"], member_of(request)
    if entrance.is_locked(request):
        form.add_error("code", _("Too many attempts. Please wait ten minutes."))
        return None
    group = entrance.sign_in_by_card(request, code)
    if group is not None:
        return HttpResponseRedirect(reverse("group", args=[group.pk]))
    if member is None and len(code) == codes.JOIN_LENGTH:
        messages.info(request, _("Sign in or register, then join the group."))
        back = f"{reverse('group_join')}?{urlencode({'code': code})}"
        return HttpResponseRedirect(f"{reverse('account_login')}?{urlencode({'next': back})}")
    try:
        if member is None:
            raise RefusedGroupError("no_such_code")
        group = group_actions.join(member, code if len(code) == codes.JOIN_LENGTH else "")
        return HttpResponseRedirect(reverse("group", args=[group.pk]))
    except RefusedGroupError as refusal:
        if refusal.code == "no_such_code":
            entrance.count_wrong_code(request)
        form.add_error("code", sentence(refusal))
    return None


@require_safe
@never_cache
@login_required
def group_page(request: HttpRequest, group_id: str) -> HttpResponse:
    """Show a group to its teacher and its pupils."""
    return pages.show_group(request, pages.access_or_404(request, group_id))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def settings_page(request: HttpRequest, group_id: str) -> HttpResponse:
    """Show and save the settings of a group; the page offers to delete it."""
    group = pages.closable_or_404(request, group_id)
    is_teacher = group.teacher_id == signed_in_member(request).pk
    form = SettingsForm(request.POST if request.method == "POST" and is_teacher else None, group)
    if form.is_valid():
        group_actions.change(group, form.cleaned_data["title"], form.cleaned_data["federation"])
        messages.success(request, _("Saved."))
        return HttpResponseRedirect(reverse("group", args=[group.pk]))
    accounts = group.pupils.filter(member__is_pupil=True).count()
    context = {
        "here": "groups",
        "group": group,
        "form": form,
        "accounts": accounts,
        "is_teacher": is_teacher,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "zaria/classroom/settings.html", context, status=status)


@require_POST
@login_required
def delete(request: HttpRequest, group_id: str) -> HttpResponse:
    """Delete a group with the pupil accounts that were made for it."""
    actions.delete_group(pages.closable_or_404(request, group_id))
    messages.success(request, _("Group deleted."))
    return HttpResponseRedirect(reverse("groups"))


@require_POST
@login_required
def leave(request: HttpRequest, group_id: str) -> HttpResponse:
    """Let a member leave a group that they have joined."""
    access = pages.access_or_404(request, group_id)
    if access.place is None:
        raise Http404
    group_actions.remove(access.place)
    messages.success(request, _("You have left the group."))
    return HttpResponseRedirect(reverse("groups"))


@require_POST
@login_required
def join_code(request: HttpRequest, group_id: str) -> HttpResponse:
    """Show a new code for joining, or end the one that is shown."""
    group = pages.taught_or_404(request, group_id)
    if request.POST.get("act") == "end":
        group_actions.end_join_code(group)
    else:
        group_actions.new_join_code(group)
    return HttpResponseRedirect(reverse("group", args=[group.pk]))
