"""The page that asks a member to agree to the texts."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.requests import signed_in_member
from zaria.club.texts import actions, consent, queries
from zaria.club.texts.kinds import AGREED
from zaria.club.texts.middleware import LATER


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    """Show the texts in force, and store that the member agrees."""
    member = signed_in_member(request)
    shown = [(kind, queries.versions(kind)[0]) for kind in AGREED]
    seen = ".".join(str(version.number) for _kind, version in shown)
    renewed = request.method == "POST" and request.POST.get("seen") != seen
    if request.method == "POST" and not renewed:
        actions.agree(member)
        messages.success(request, _("Thank you. You have accepted the club's rules and terms."))
        return HttpResponseRedirect(_next(request))
    context = {
        "here": "me",
        "texts": shown,
        "seen": seen,
        "next": _next(request),
        "due": consent.demand_on(member, consent.newest_asking()).value,
        "renewed": renewed,
    }
    status = HTTPStatus.CONFLICT if renewed else HTTPStatus.OK
    return render(request, "zaria/consent.html", context, status=status)


@require_POST
@login_required
def later(request: HttpRequest) -> HttpResponse:
    """Ask a member no more in this session who is asked kindly."""
    request.session[LATER] = True
    return HttpResponseRedirect(_next(request))


def _next(request: HttpRequest) -> str:
    """The page of this site from which the member came."""
    path = request.POST.get("next") or request.GET.get("next") or "/"
    safe = url_has_allowed_host_and_scheme(path, {request.get_host()}, request.is_secure())
    return path if safe else "/"
