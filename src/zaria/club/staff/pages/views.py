"""The staff's notices to a member."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts import sanctions
from zaria.club.accounts.requests import signed_in_member
from zaria.club.staff import texts
from zaria.club.staff.actions.notices import acknowledge
from zaria.club.staff.models import Notice

PER_PAGE = 20


@require_safe
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """All notices to the member, the last first; an unread one has a button."""
    member = signed_in_member(request)
    member_notices = Notice.objects.filter(to=member).select_related("act")
    page = Paginator(member_notices, PER_PAGE).get_page(request.GET.get("page"))
    entries = [{"notice": notice, "said": texts.sentence(notice.act)} for notice in page]
    context = {"here": "me", "notices": entries, "page": page, "mute": sanctions.mute_of(member)}
    return render(request, "zaria/notices.html", context)


@require_POST
@login_required
def read(request: HttpRequest, number: int) -> HttpResponse:
    """Mark a notice as read."""
    if not acknowledge(signed_in_member(request), number):
        raise Http404
    return HttpResponseRedirect(reverse("notices"))
