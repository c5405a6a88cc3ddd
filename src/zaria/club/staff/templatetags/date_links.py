"""Links from a list to its years, months and days, found without reading its rows."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

from django import template
from django.contrib.admin.views.main import ChangeList
from django.utils import formats, timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

register = template.Library()

PARTS = ("year", "month", "day")


@register.inclusion_tag("admin/date_hierarchy.html")
def date_links(change_list: ChangeList) -> dict[str, Any]:
    """Return the years of a list, the months of its year in the address, or the days of its month.

    They are those from its first row to its last one, even if nothing was stored in some of them: to look for
    those with rows would read the whole table.
    """
    field = str(change_list.date_hierarchy)
    rows = change_list.root_queryset.order_by("pk").values_list(field, flat=True)
    first, last = rows.first(), rows.last()
    if first is None or last is None:
        return {"show": False}
    span = timezone.localtime(first).date(), timezone.localtime(last).date()
    try:
        numbers = [
            int(change_list.params[f"{field}__{part}"]) for part in _parts_in_address(change_list, field)
        ]
        return _links(change_list, field, span, numbers or _common_parts(*span))
    except ValueError:  # the address names no day
        return {"show": False}


def _parts_in_address(change_list: ChangeList, field: str) -> Iterator[str]:
    """The parts of a date that an address names, beginning with the year."""
    for part in PARTS:
        if f"{field}__{part}" not in change_list.params:
            return
        yield part


def _common_parts(first: date, last: date) -> list[int]:
    """The year and the month in which all rows are."""
    if first.year != last.year:
        return []
    return [first.year, first.month] if first.month == last.month else [first.year]


def _links(
    change_list: ChangeList, field: str, span: tuple[date, date], numbers: list[int]
) -> dict[str, Any]:
    """Return the links below the date of these numbers; raises `ValueError` if there is no such day."""
    first, last = span

    def link(*date_parts: int) -> str:
        choice = {f"{field}__{part}": number for part, number in zip(PARTS, date_parts, strict=False)}
        return str(change_list.get_query_string(choice, [f"{field}__"]))

    if not numbers:
        years = range(first.year, last.year + 1)
        return {"show": True, "choices": [{"link": link(year), "title": str(year)} for year in years]}
    year = numbers[0]
    if len(numbers) < 2:
        months = [date(year, month, 1) for month in range(1, 13)]
        choices = [
            {"link": link(year, month.month), "title": _month_title(month)}
            for month in months
            if first.replace(day=1) <= month <= last
        ]
        return {"show": True, "back": {"link": link(), "title": _("All dates")}, "choices": choices}
    month = date(year, numbers[1], 1)
    if len(numbers) > 2:
        day = month.replace(day=numbers[2])
        back = {"link": link(year, month.month), "title": _month_title(month)}
        return {"show": True, "back": back, "choices": [{"title": _day_title(day)}]}
    days = [month + timedelta(days=number) for number in range(31)]
    choices = [
        {"link": link(year, month.month, day.day), "title": _day_title(day)}
        for day in days
        if day.month == month.month and first <= day <= last
    ]
    return {"show": True, "back": {"link": link(year), "title": str(year)}, "choices": choices}


def _month_title(month: date) -> str:
    return capfirst(formats.date_format(month, "YEAR_MONTH_FORMAT"))


def _day_title(day: date) -> str:
    return capfirst(formats.date_format(day, "MONTH_DAY_FORMAT"))
