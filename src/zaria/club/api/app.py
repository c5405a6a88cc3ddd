"""The API put together by django-ninja, and the document that describes it."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.renderers import BaseRenderer

from zaria.club.api import (
    account,
    games,
    idempotency,
    matches,
    members,
    problems,
    schemas,
    table_offers,
    tournaments,
)
from zaria.club.api.authentication import BySession, ByToken
from zaria.club.api.endpoint import served

VERSION = "1"
ABOUT = """\
All public data is available as JSON. Times are milliseconds since the epoch. Public data needs no token, and
pages of any origin may read it. To play, use the socket (`/ws`): see the protocol.

All errors have one form, `{"code": …, "text": …}`, in the language of `Accept-Language`. Responses carry an
`ETag`. Too many requests are answered with 429 and `Retry-After`.
"""
_TAGS = {
    "Games": "The games and their legal turns.",
    "Matches": "Tables and records.",
    "Tournaments": "Tournaments, their players and rounds.",
    "Members": "Members, their matches, ratings and the leaderboard.",
    "Account": "Your own account.",
}
_PROBLEM = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


class Renderer(BaseRenderer):
    """JSON as short as it can be."""

    media_type = "application/json"

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> bytes:
        """The body."""
        return msgspec.json.encode(data)


class Api(NinjaAPI):
    """With a document that names the problems, and short operation ids."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """The name of its function."""
        return operation.view_func.__name__

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """The document."""
        schema = super().get_openapi_schema(**{"path_prefix": "/api/", **options})
        schema["components"]["schemas"]["Problem"] = schemas.Problem.model_json_schema()
        for path in schema["paths"].values():
            for method, operation in path.items():
                if method == "post":
                    operation["parameters"] = [*operation.get("parameters", ()), idempotency.PARAMETER]
                error = {"description": "Error", "content": _PROBLEM}
                operation["responses"]["default"] = error
        return schema


def made() -> Api:
    """The API."""
    api = Api(
        title="Zaria",
        version=VERSION,
        description=ABOUT,
        openapi_url="",
        docs_url=None,
        renderer=Renderer(),
        urls_namespace="api",
        openapi_extra={"tags": [{"name": name, "description": text} for name, text in _TAGS.items()]},
    )
    for router in (games.router, matches.router, members.router, tournaments.router):
        api.add_router("/v1/", router)
    for router in (account.router, tournaments.own_router, table_offers.router):
        api.add_router("/v1/", router, auth=[ByToken(), BySession()])
    for kind in (Exception, *problems.HANDLED):
        api.add_exception_handler(kind, _handle)
    return api


def _handle(request: HttpRequest, error: Any) -> HttpResponse:
    return problems.answer(problems.named(error))


def patterns(api: Api) -> list[URLPattern]:
    """The addresses of its views, each of them `served`."""
    generated = [pattern for pattern in api.urls[0] if isinstance(pattern, URLPattern)]
    return [
        URLPattern(pattern.pattern, served(pattern.callback), pattern.default_args, pattern.name)
        for pattern in generated
        if pattern.name != "api-root"
    ]


api = made()
