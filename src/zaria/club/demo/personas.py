"""The personas that a visitor of a demo can be, in one click: only on the machine itself."""

from typing import Any

from django.contrib.auth import login, logout
from django.core.handlers.asgi import ASGIRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_POST

from zaria.club.accounts.models import Member
from zaria.club.demo import cast
from zaria.club.site.http import errors
from zaria.live.sockets.connection_limits import is_local

_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
PERSONAS = {
    "owner": (cast.OWNER, pgettext_lazy("persona", "Owner")),
    "director": (cast.DIRECTOR, pgettext_lazy("persona", "Director")),
    "member": (cast.MEMBER, pgettext_lazy("persona", "Member")),
    "guest": ("", pgettext_lazy("persona", "Guest")),
}
"""The login of each persona ("": none), and its title."""


def band(request: HttpRequest) -> dict[str, Any]:
    """The band of each page: it says that this is a demo, and offers the personas to the machine itself."""
    current = request.user.get_username() if hasattr(request, "user") else ""
    personas = [(name, title, login == current) for name, (login, title) in PERSONAS.items()]
    return {"demo_band": True, "demo_personas": personas if _is_on_this_machine(request) else []}


@require_POST
def become(request: HttpRequest) -> HttpResponse:
    """Let the visitor be a persona, and show the page again on which they asked for it."""
    if not _is_on_this_machine(request):
        return errors.page(
            request, 403, _("You can't do this"), _("This works only on the computer that runs the demo.")
        )
    persona = PERSONAS.get(request.POST.get("persona", ""))
    if persona is None:
        raise Http404
    username, _title = persona
    logout(request)
    if username:
        login(request, Member.objects.by_login(username).get(), _BACKEND)
    target = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = "/"
    return HttpResponseRedirect(target)


def _is_on_this_machine(request: HttpRequest) -> bool:
    """Return whether the connection itself comes from this machine, whatever a proxy's header says."""
    client = request.scope.get("client") if isinstance(request, ASGIRequest) else None
    forwarded = "HTTP_X_FORWARDED_FOR" in request.META or "HTTP_FORWARDED" in request.META
    return client is not None and is_local(client[0]) and not forwarded
