"""The page of the space that the club takes: the size of each table, and its growth a day."""

import shutil
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from zaria.club.site import data_directory
from zaria.club.storage.models import TableSize
from zaria.club.storage.sizes import TableGrowth, growths


def page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """The page; `context` is what all pages of the staff share."""
    rows = growths()
    total = sum(row.size for row in rows)
    daily = None if any(row.daily is None for row in rows) else sum(row.daily or 0 for row in rows)
    content = {
        "title": _("Storage"),
        "rows": rows,
        "total": TableGrowth("", total, daily),
        "day": TableSize.objects.order_by("-day").values_list("day", flat=True).first(),
        "days_left": days_left(daily),
    }
    return render(request, "staff/storage.html", {**context, **content})


def days_left(daily: int | None) -> int | None:
    """Return the days until the disk of the data directory is full at this growth; None: it is not known.

    A database on another machine has another disk.
    """
    folder = data_directory.directory()
    if not daily or daily < 0 or data_directory.database_url() or not folder.exists():
        return None
    return shutil.disk_usage(folder).free // daily
