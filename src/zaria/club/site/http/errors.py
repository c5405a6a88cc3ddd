"""Error pages in the visitor's language."""

import logging
import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from zaria.club.site.http.outages import Outage, outage_of

log = logging.getLogger(__name__)


def page(
    request: HttpRequest, status: int, title: str, text: str, table: str = "", *, appeal: bool = False
) -> HttpResponse:
    """Return an error page with the next step, at a table or on the front page.

    `appeal`: the error follows from a decision of the staff, and the visitor may write to them.
    """
    context = {"title": title, "text": text, "link": table, "appeal": appeal}
    return render(request, "zaria/error.html", context, status=status)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    return page(request, 404, _("There is no such page"), _("The link may be old or incomplete."))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400."""
    return page(request, 400, _("We can't process this request"), _("Please go back and try again."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a form that comes from another site, or from a very old page."""
    return page(request, 403, _("This form has expired"), _("Please reload the page and try again."))


def too_many(request: HttpRequest) -> HttpResponse:
    """Answer 429 to forms that are counted by address."""
    response = page(request, 429, _("Too many requests"), _("Please try again in a moment."))
    response["Retry-After"] = "60"
    return response


def unavailable(request: HttpRequest, outage: Outage) -> HttpResponse:
    """Answer 503 while a store cannot be reached in time; the browser may try again soon."""
    if outage is Outage.BUSY:
        title, text = _("The server is busy"), _("Please go back and try again.")
    else:
        title = _("Play is paused for a moment")
        text = _("Nothing is lost, and the clocks are stopped. Reload the page in a moment.")
    response = page(request, 503, title, text)
    response.headers["Retry-After"] = "5"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 500, or 503 where a middleware could not reach the database."""
    exception = sys.exc_info()[1]
    outage = outage_of(exception)
    if outage is not None:
        log.warning("%s: %s", request.path, exception)
        return unavailable(request, outage)
    text = _(
        "Something went wrong on our side. It has been logged. Your match is safe: nothing you "
        "have seen is lost."
    )
    return page(request, 500, _("Server error"), text)


class OutageMiddleware(MiddlewareMixin):
    """Answers 503 instead of 500 while a view cannot reach a store."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the page of an outage, if the error is one."""
        outage = outage_of(exception)
        return None if outage is None else unavailable(request, outage)
