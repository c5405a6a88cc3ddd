"""The answer to staff who lack a power."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from zaria.club.site.http import errors


def forbidden(request: HttpRequest) -> HttpResponse:
    """The page for staff who lack a power."""
    text = _(
        "You need a higher role. You can't act on yourself, nor on a member with the same or a higher role."
    )
    return errors.page(request, 403, _("You can't do this"), text)
