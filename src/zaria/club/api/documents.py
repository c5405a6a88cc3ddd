"""The documents that describe the API and the socket to programs, and a page of them for people.

The page is made here, out of the document: the usual programs for it weigh more than a megabyte, and run
inline scripts that our pages forbid.
"""

import asyncio
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from zaria.club.api import wire
from zaria.club.api.app import api

_JSON = "application/json"
_CODE = re.compile(r"`([^`]+)`")


async def openapi(request: HttpRequest) -> HttpResponse:
    """The document of the HTTP API."""
    return await _document(request, _described)


async def protocol(request: HttpRequest) -> HttpResponse:
    """The schema of what goes over the socket."""
    return await _document(request, _schema)


@require_safe
async def page(request: HttpRequest) -> HttpResponse:
    """All of the API, to be read."""
    groups, shapes = await asyncio.to_thread(_groups), await asyncio.to_thread(_shapes)
    return render(request, "zaria/api.html", {"groups": groups, "shapes": shapes})


def written(document: Any) -> bytes:
    """A document as it is kept in the repository."""
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1) + b"\n"


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document."""
    document: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(api.get_openapi_schema()))
    return document


class Parameter(NamedTuple):
    """A parameter of an address; `usual` is its default or "", `place` is "path" or "query"."""

    name: str
    place: str
    type: SafeString
    required: bool
    usual: str


class Call(NamedTuple):
    """One thing to do at an address."""

    id: str
    method: str
    path: str
    title: str
    text: list[SafeString]
    parameters: list[Parameter]
    body: SafeString
    answer: SafeString
    by_token: bool
    example: str


class CallGroup(NamedTuple):
    """Calls that belong together."""

    name: str
    text: str
    calls: list[Call]


class Shape(NamedTuple):
    """An object that is sent: its fields as name, type, and what they mean."""

    name: str
    text: list[SafeString]
    fields: list[tuple[str, SafeString, SafeString]]


@cache
def _described() -> bytes:
    return written(described())


@cache
def _schema() -> bytes:
    return written(wire.schema())


async def _document(request: HttpRequest, make: Callable[[], bytes]) -> HttpResponse:
    """Made in a thread the first time: it takes a tenth of a second."""
    if request.method != "GET":
        return HttpResponse(status=405)
    return HttpResponse(await asyncio.to_thread(make), content_type=_JSON)


@cache
def _groups() -> list[CallGroup]:
    document = described()
    calls: dict[str, list[Call]] = {tag["name"]: [] for tag in document["tags"]}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            calls[operation["tags"][0]].append(_call(path, method, operation))
    return [CallGroup(tag["name"], tag["description"], calls[tag["name"]]) for tag in document["tags"]]


@cache
def _shapes() -> list[Shape]:
    schemas = described()["components"]["schemas"]
    return [
        Shape(
            name,
            _prose(shape.get("description", "")),
            [
                (field, _type(about), _line(about.get("description", "")))
                for field, about in shape.get("properties", {}).items()
            ],
        )
        for name, shape in sorted(schemas.items())
    ]


def _call(path: str, method: str, operation: dict[str, Any]) -> Call:
    done = next(answer for code, answer in operation["responses"].items() if str(code).startswith("2"))
    body = operation.get("requestBody", {}).get("content", {}).get(_JSON, {}).get("schema")
    return Call(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        title=operation["summary"],
        text=_prose(operation.get("description", "")),
        parameters=[_parameter(parameter) for parameter in operation.get("parameters", ())],
        body=_type(body) if body else SafeString(),
        answer=_type(done.get("content", {}).get(_JSON, {}).get("schema", {})),
        by_token="security" in operation,
        example=_EXAMPLES.get(operation["operationId"], ""),
    )


_START = {"position": "X=24:2,13:5,8:3,6:5;O=24:2,13:5,8:3,6:5", "roll": "31"}
_EXAMPLES = {
    "all_games": "/api/v1/games",
    "one_game": "/api/v1/games/tabla",
    "turns": f"/api/v1/games/tabla/turns?{urlencode(_START, safe=':=;,')}",
    "tables": "/api/v1/tables?what=playing",
    "best": "/api/v1/ranking?by=winnings&period=year",
}
"""Addresses that show the same to everybody."""


def _parameter(parameter: dict[str, Any]) -> Parameter:
    schema = parameter["schema"]
    usual = schema.get("default")
    return Parameter(
        parameter["name"],
        parameter["in"],
        _type(schema),
        parameter["required"],
        str(usual) if usual not in (None, "", []) else "",
    )


def _type(schema: dict[str, Any]) -> SafeString:
    """A type in a few words, with links to the shapes."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return _html(f'<a href="#{escape(name)}">{escape(name)}</a>')
    if "anyOf" in schema:
        return _html(" | ".join(_type(variant) for variant in schema["anyOf"]))
    if "enum" in schema:
        return _html(" | ".join(escape(f'"{value}"') for value in schema["enum"]))
    if "const" in schema:
        return _html(escape(f'"{schema["const"]}"'))
    if "prefixItems" in schema:
        return _html(f"[{', '.join(_type(item) for item in schema['prefixItems'])}]")
    kind = schema.get("type", "")
    if kind == "array":
        return _html(f"[{_type(schema.get('items', {}))}, …]")
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return _html(f"{{string: {_type(schema['additionalProperties'])}}}")
    return _html(escape(kind or "object"))


def _prose(text: str) -> list[SafeString]:
    return [_line(part) for part in text.split("\n\n") if part.strip()]


def _line(text: str) -> SafeString:
    return _html(_CODE.sub(r"<code>\1</code>", escape(" ".join(text.split()))))


def _html(text: str) -> SafeString:
    return mark_safe(text)
