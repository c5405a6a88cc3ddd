"""Filters of the staff's lists."""

from collections.abc import Callable
from typing import Any

from django.contrib.admin import ModelAdmin, SimpleListFilter
from django.db.models import Q, QuerySet
from django.http import HttpRequest

Options = dict[str, tuple[Any, Callable[[], Q]]]
"""By the word in the address: its label and its query, evaluated on use."""


def choice(name: str, said: Any, options: Options) -> type[SimpleListFilter]:
    """A filter of that name, `said` above its options."""

    class Chosen(SimpleListFilter):
        """One of the options, or all."""

        title = said
        parameter_name = name

        def lookups(self, request: HttpRequest, model_admin: "ModelAdmin[Any]") -> list[tuple[str, Any]]:
            """The options."""
            return [(word, text) for word, (text, _found) in options.items()]

        def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
            """What is chosen; nonsense chooses all."""
            found = options.get(self.value() or "")
            return queryset if found is None else queryset.filter(found[1]())

    return Chosen
