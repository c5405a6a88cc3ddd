"""Middleware of Django and django-csp that runs on the event loop.

Django runs `process_request` and `process_response` of each in a thread, though almost none of them waits
for anything: fifteen switches of threads for a page, a third of its work. Here only the storage of a session
or of messages takes a thread.
"""

from collections.abc import Awaitable

from asgiref.sync import sync_to_async
from csp import middleware as csp
from django.contrib.auth import middleware as auth
from django.contrib.messages import middleware as messages
from django.contrib.sessions import middleware as sessions
from django.http import HttpRequest, HttpResponseBase
from django.middleware import clickjacking, common, csrf, locale, security
from django.utils.deprecation import MiddlewareMixin

from zaria.club.site import i18n
from zaria.club.site.brand import state


async def next_response(middleware: MiddlewareMixin, request: HttpRequest) -> HttpResponseBase:
    """Return the answer of the handler behind an asynchronous middleware."""
    response = middleware.get_response(request)
    assert isinstance(response, Awaitable)
    answer: HttpResponseBase = await response
    return answer


class OnLoop(MiddlewareMixin):
    """Calls `process_request` and `process_response` on the event loop."""

    async def __acall__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request on the event loop."""
        early = self.process_request(request) if hasattr(self, "process_request") else None
        response: HttpResponseBase = early or await next_response(self, request)
        if not hasattr(self, "process_response"):
            return response
        if self.stores(request):
            response = await sync_to_async(self.process_response)(request, response)
        else:
            response = self.process_response(request, response)
        return response

    def stores(self, request: HttpRequest) -> bool:
        """True if `process_response` writes to the database for this request."""
        return False


class SecurityMiddleware(OnLoop, security.SecurityMiddleware):
    """Headers for https, the opener of a window and the referrer."""


class CSPMiddleware(OnLoop, csp.CSPMiddleware):
    """The content security policy."""


class SessionMiddleware(OnLoop, sessions.SessionMiddleware):
    """Sessions, which are stored when they change."""

    def stores(self, request: HttpRequest) -> bool:
        """True if the session has changed."""
        return request.session.modified


class LocaleMiddleware(OnLoop, locale.LocaleMiddleware):
    """The language of the page: the club's where the visitor and the browser ask for none of the site's."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate the language."""
        super().process_request(request)
        headers = request.headers
        if not i18n.requested_language(headers.get("Cookie", ""), headers.get("Accept-Language", "")):
            i18n.activate_language(request, state.current().language)


class CommonMiddleware(OnLoop, common.CommonMiddleware):
    """The length of the answer, and the check of the host."""


class CsrfViewMiddleware(OnLoop, csrf.CsrfViewMiddleware):
    """Tokens of forms. Their check reads the form, and stays in the view's thread."""


class AuthenticationMiddleware(OnLoop, auth.AuthenticationMiddleware):
    """The member of the session, looked up at the first use."""


class MessageMiddleware(OnLoop, messages.MessageMiddleware):
    """Messages for the next page, kept in the session."""

    def stores(self, request: HttpRequest) -> bool:
        """True if messages were added or shown: their session may have to be read first."""
        storage = request._messages  # type: ignore[attr-defined]  # set by Django's messages
        return bool(storage.used or storage.added_new)


class XFrameOptionsMiddleware(OnLoop, clickjacking.XFrameOptionsMiddleware):
    """Keeps pages out of frames."""
