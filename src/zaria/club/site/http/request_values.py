"""Typed values that the club sets on requests, whose class is Django's."""

from typing import Any, Generic, TypeVar

from django.http import HttpRequest

ValueT = TypeVar("ValueT")


class RequestValue(Generic[ValueT]):
    """A value that middleware sets on a request; templates read it as an attribute of this name."""

    def __init__(self, name: str, default: ValueT) -> None:
        """Name a value; requests that have none have `default`."""
        self.name, self.default = name, default

    def of(self, request: HttpRequest) -> ValueT:
        """Return the value of a request."""
        values: dict[str, Any] = vars(request)
        value: ValueT = values.get(self.name, self.default)
        return value

    def set(self, request: HttpRequest, value: ValueT) -> None:
        """Set the value of a request."""
        vars(request)[self.name] = value
