"""The address of a tournament as a picture that phones read."""

import qrcode
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathFillImage

from zaria.club.tournaments.pages.calendar_views import OWN, PUBLIC
from zaria.club.tournaments.pages.views import find_readable, unknown

MARGIN = 4
"""Modules of white around the code, as ISO/IEC 18004 asks for."""


@require_safe
def qr_code(request: HttpRequest, tournament_id: str) -> HttpResponse:
    """The address of a tournament's page as a QR code in SVG."""
    row = find_readable(request, tournament_id)
    if row is None:
        return unknown(request)
    address = request.build_absolute_uri(f"/tournaments/{row.pk}")
    image = qrcode.make(address, image_factory=SvgPathFillImage, border=MARGIN)
    response = HttpResponse(image.to_string(), content_type="image/svg+xml")
    response["Cache-Control"] = OWN if row.private else PUBLIC
    return response
