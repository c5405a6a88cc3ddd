"""The public pages of federations, and joining and leaving."""

from functools import wraps
from typing import Any, Protocol

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from zaria.club.accounts.requests import member_of
from zaria.club.federations import arms as coats_of_arms
from zaria.club.federations import limits, permissions, queries
from zaria.club.federations.actions import memberships
from zaria.club.federations.actions.recording import FederationRefusedError
from zaria.club.federations.models import Federation, MembershipState
from zaria.club.federations.signals import page_sections
from zaria.club.federations.texts import texts
from zaria.club.profile import avatars
from zaria.club.profile.views import FOREVER, HARMLESS, SHORTLY
from zaria.club.ratings import ranking
from zaria.club.ratings.ranking import Circle, Query
from zaria.club.ratings.views import ranking_context
from zaria.club.site.http import errors

FORBIDDEN = 403
PER_PAGE = 100
"""Members, or titles, on a page of their list."""
SHORT_LIST = 16
"""Members, and titles, on the page of the federation."""
BEST = 10
"""Places of the ranking on the page of the federation."""


class FederationView(Protocol):
    """A view of a federation that exists."""

    def __call__(self, request: HttpRequest, federation: Federation) -> HttpResponse:
        """Answer the request."""


def of_federation(view: FederationView) -> Any:
    """Answer 404 where there is no such federation."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str, **parts: Any) -> HttpResponse:
        return view(request, find_or_404(slug), **parts)

    return answer


def find_or_404(slug: str) -> Federation:
    """The federation with this slug; raises `Http404`."""
    federation = queries.find_federation(slug)
    if federation is None:
        raise Http404
    return federation


@require_safe
def federations(request: HttpRequest) -> HttpResponse:
    """All federations, those of the reader first."""
    reader = member_of(request)
    context = {
        "here": "federations",
        "federations": queries.federations(),
        "own": queries.own_federations(reader) if reader else [],
        "about": _("The federations of the club: their members, rankings, titles and rules."),
    }
    return render(request, "zaria/federations/list.html", context)


@require_safe
@of_federation
def federation_page(request: HttpRequest, federation: Federation) -> HttpResponse:
    """The page of a federation."""
    return render(request, "zaria/federations/federation.html", _context(request, federation))


@require_safe
@of_federation
def members(request: HttpRequest, federation: Federation) -> HttpResponse:
    """All members, page by page."""
    pages = Paginator(queries.in_state(federation, MembershipState.MEMBER), PER_PAGE)
    pages.count = federation.size  # they need not be counted again
    context = {
        "here": "federations",
        "federation": federation,
        "arms_version": coats_of_arms.version(federation),
        "page": pages.get_page(request.GET.get("page", "")[:9]),
    }
    return render(request, "zaria/federations/members.html", context)


@require_safe
@of_federation
def titles(request: HttpRequest, federation: Federation) -> HttpResponse:
    """All titles, page by page."""
    context = {
        "here": "federations",
        "federation": federation,
        "arms_version": coats_of_arms.version(federation),
        "page": Paginator(queries.titles(federation), PER_PAGE).get_page(request.GET.get("page", "")[:9]),
    }
    return render(request, "zaria/federations/titles.html", context)


@require_safe
@of_federation
def ranking_page(request: HttpRequest, federation: Federation) -> HttpResponse:
    """The rankings of the club, of the members of the federation alone."""
    query, reader = Query.read(request.GET.dict()), member_of(request)
    query = query._replace(country="")
    page = ranking.page(query, reader, circle=circle(federation))
    path = reverse("federation_ranking", args=[federation.slug])
    context = ranking_context(query, page, [], reader, path) | {
        "here": "federations",
        "federation": federation,
        "arms_version": coats_of_arms.version(federation),
    }
    return render(request, "zaria/federations/ranking.html", context)


@require_safe
@of_federation
def arms(request: HttpRequest, federation: Federation) -> HttpResponse:
    """The coat of arms; with its version in the address it may be stored for ever."""
    picture = coats_of_arms.uploaded(federation)
    kind, content = ("image/webp", picture) if picture else ("image/svg+xml", coats_of_arms.drawn(federation))
    etag = avatars.tag(content)
    same = request.headers.get("If-None-Match") == etag
    response = HttpResponse(b"" if same else content, content_type=kind, status=304 if same else 200)
    current = request.GET.get("v", "") == coats_of_arms.version(federation)
    response["ETag"] = etag
    response["Cache-Control"] = FOREVER if current else SHORTLY
    response["Content-Security-Policy"] = HARMLESS
    response["X-Content-Type-Options"] = "nosniff"
    return response


@require_POST
@of_federation
def join(request: HttpRequest, federation: Federation) -> HttpResponse:
    """Join, or ask to."""
    member = member_of(request)
    if member is None:
        return _members_only(request)
    if not limits.take(limits.requests(), member):
        return errors.too_many(request)
    try:
        membership = memberships.join(member, federation)
    except FederationRefusedError as refused:
        return _refused(request, federation, refused)
    if membership.state == MembershipState.MEMBER:
        messages.success(request, _("You are now a member."))
    else:
        messages.success(request, _("The administrators will decide on your request."))
    return _back(federation)


@require_POST
@of_federation
def leave(request: HttpRequest, federation: Federation) -> HttpResponse:
    """Leave, take back a request, or decline an invitation."""
    member = member_of(request)
    if member is None:
        return _members_only(request)
    if not limits.take(limits.requests(), member):
        return errors.too_many(request)
    memberships.leave(member, federation)
    messages.success(request, _("Done."))
    return _back(federation)


def circle(federation: Federation) -> Circle:
    """The members of a federation, for a ranking."""
    member = "member__federation_memberships__"
    wanted = {f"{member}federation": federation.pk, f"{member}state": MembershipState.MEMBER}
    return Circle(f"federation:{federation.pk}", Q(**wanted))


def _context(request: HttpRequest, federation: Federation) -> dict[str, Any]:
    reader = member_of(request)
    listed = queries.in_state(federation, MembershipState.MEMBER)
    latest_titles = list(queries.titles(federation)[: SHORT_LIST + 1])
    best = ranking.page(Query(), reader, per_page=BEST, circle=circle(federation))
    membership = queries.membership(federation, reader)
    return {
        "here": "federations",
        "federation": federation,
        "arms_version": coats_of_arms.version(federation),
        "texts": texts(federation),
        "administrators": queries.contracts_in_force().filter(federation=federation),
        "size": federation.size,
        "members": listed[:SHORT_LIST],
        "short_list": SHORT_LIST,
        "ranking": best,
        "query": Query(),
        "title": _("All games"),
        "titles": latest_titles[:SHORT_LIST],
        "has_more_titles": len(latest_titles) > SHORT_LIST,
        "own": membership.state if membership is not None else "",
        "offered_titles": queries.offered_titles(membership),
        "administers": permissions.may_administer(reader, federation),
        "meets": (membership is not None and membership.state == MembershipState.MEMBER)
        or permissions.is_administrator(reader, federation),
        "sections": _sections(request, federation),
    }


def _sections(request: HttpRequest, federation: Federation) -> list[SafeString]:
    """Sections of the page that rooms above add."""
    answers = page_sections.send(Federation, federation=federation, request=request)
    return [mark_safe(html) for _receiver, html in answers if html]


def _refused(request: HttpRequest, federation: Federation, refused: FederationRefusedError) -> HttpResponse:
    context = _context(request, federation) | {"wrong": str(refused)}
    return render(request, "zaria/federations/federation.html", context, status=422)


def _back(federation: Federation) -> HttpResponse:
    return HttpResponseRedirect(reverse("federation", args=[federation.slug]))


def _members_only(request: HttpRequest) -> HttpResponse:
    text = _("Register or sign in, then open this page again.")
    return errors.page(request, FORBIDDEN, _("Only members can do this"), text)
