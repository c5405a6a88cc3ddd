"""The page of the series of tournaments."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from zaria.club.accounts.models import Member
from zaria.club.accounts.requests import signed_in_member
from zaria.club.site.http import errors
from zaria.club.tournaments import roles
from zaria.club.tournaments.actions import MovedOnError
from zaria.club.tournaments.models import SeriesTournament, TournamentSeries
from zaria.club.tournaments.series import actions as series
from zaria.club.tournaments.series.forms import SeriesForm
from zaria.club.tournaments.setup.local_time import to_local
from zaria.club.tournaments.setup.refusals import sentence
from zaria.club.tournaments.texts import percent

PER_PAGE = 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def overview(request: HttpRequest) -> HttpResponse:
    """List the series that the member may change; posted to, end one or skip a start."""
    member = signed_in_member(request)
    if not roles.rights(member).public:
        text = _("Only the staff and federation administrators can run series.")
        return errors.page(request, 403, _("You have no series"), text)
    if request.method == "POST":
        return _act(request, member)
    page = Paginator(series.series_of(member), PER_PAGE).get_page(request.GET.get("page"))
    announced = SeriesTournament.objects.filter(series__in=[row.pk for row in page]).order_by("starts_at")
    last = {item.series_id: item.tournament_id for item in announced}
    rows = [
        {
            "series": row,
            "next": None if row.next is None else to_local(row.next, row.zone),
            "starts": [
                (start, to_local(start, row.zone)) for start in series.upcoming(row, series.MOST_SHOWN)
            ],
            "last": last.get(row.pk, ""),
        }
        for row in page
    ]
    return render(request, "zaria/tournaments/series.html", {"rows": rows, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def change(request: HttpRequest, series_id: str) -> HttpResponse:
    """Show the form of a running series; posted to, change the series."""
    member = signed_in_member(request)
    row = TournamentSeries.objects.filter(pk=series_id).exclude(next=None).first()
    if row is None or not series.may_have(member, row.federation):
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = SeriesForm(roles.rights(member), row, data)
    status = 200 if data is None else 422
    if data is not None and form.is_valid():
        zone, seen = form.cleaned_data["zone"], form.cleaned_data["seen"]
        new = (form.terms(), form.rule, zone, form.days_before, form.code_of_entry)
        try:
            series.change(row.pk, member, seen, *new)
        except MovedOnError:
            form.add_error(None, sentence("moved_on"))
            status = 409
        except PermissionDenied as error:
            raise Http404 from error
        else:
            text = _("Series changed. Announced tournaments stay as they are.")
            messages.success(request, text)
            return HttpResponseRedirect(reverse("tournament_series"))
    context = {"form": form, "series": row, "house_rate": percent(settings.LEDGER.tournament_rate)}
    return render(request, "zaria/tournaments/series_change.html", context, status=status)


def _act(request: HttpRequest, member: Member) -> HttpResponse:
    """End a series, or skip one of its starts."""
    start = request.POST.get("start", "")
    try:
        if start:
            number = int(start) if start.isascii() and start.isdigit() and len(start) < 18 else 0
            series.skip(request.POST.get("series", ""), member, number)
            messages.success(request, _("This tournament will be skipped."))
        else:
            series.end(request.POST.get("series", ""), member)
            messages.success(request, _("Series ended. Tournaments already announced will take place."))
    except MovedOnError:
        messages.warning(request, sentence("moved_on"))
    except (TournamentSeries.DoesNotExist, PermissionDenied) as error:
        raise Http404 from error
    return HttpResponseRedirect(reverse("tournament_series"))
