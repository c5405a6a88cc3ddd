"""The brand for every template."""

from typing import Any

from django.http import HttpRequest

from zaria.club.site.brand import state


def brand(request: HttpRequest) -> dict[str, Any]:
    """Return the brand in force."""
    return {"brand": state.current()}
