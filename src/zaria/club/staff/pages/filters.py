"""Filters of the staff's lists."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Q, QuerySet
from django.http import HttpRequest

Options = dict[str, tuple[Any, Callable[[], Q]]]
"""By the word in the address: its label and its query, evaluated on use."""


def address_choices(
    options: Mapping[str, tuple[Any, Mapping[str, Any]]], values: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the selections above a list, for `_choices.html`: titles and texts by words of the address."""
    return [
        {"name": name, "title": title, "options": texts.items(), "value": values[name]}
        for name, (title, texts) in options.items()
    ]


def choice_filter(name: str, label: Any, options: Options) -> type[SimpleListFilter]:
    """Return a filter of that name, with `label` above its options."""

    class ChoiceFilter(SimpleListFilter):
        """One of the options, or all."""

        title = label
        parameter_name = name

        def lookups(self, request: HttpRequest, model_admin: "ModelAdmin[Any]") -> list[tuple[str, Any]]:
            """The options."""
            return [(word, text) for word, (text, _found) in options.items()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            """Return the rows of the option; an unknown one selects all."""
            option = options.get(self.value() or "")
            return queryset if option is None else queryset.filter(option[1]())

    return ChoiceFilter
