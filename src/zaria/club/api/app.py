"""The API put together by django-ninja, and the document that describes it."""

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern
from ninja import NinjaAPI
from ninja.openapi.schema import OpenAPISchema
from ninja.operation import Operation
from ninja.params.models import QueryModel
from ninja.renderers import BaseRenderer

from zaria.club.api import (
    account,
    agreements,
    games,
    idempotency,
    library,
    matches,
    members,
    problems,
    progress,
    puzzles,
    schemas,
    score_sheets,
    studies,
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
    "Puzzles": "Puzzles, and what an answer costs.",
    "Library": "What was played in a position, collections of matches from elsewhere, archives.",
    "Studies": "Studies: chapters with variations, comments and drawings.",
    "Account": "Your own account.",
}
_ROUTERS = (
    games.router,
    matches.router,
    members.router,
    tournaments.router,
    puzzles.router,
    library.router,
    studies.router,
)
_OWN_ROUTERS = (
    account.router,
    progress.router,
    score_sheets.router,
    studies.own_router,
    tournaments.own_router,
    table_offers.router,
    agreements.router,
    library.own_router,
)
_LENIENT = {
    "account",
    "all_games",
    "best",
    "history",
    "matches",
    "one_game",
    "profile",
    "record",
    "state",
    "tables",
    "turns",
}
"""Views of release 1.0, whose clients may send query fields that mean nothing."""
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
    for router in _ROUTERS:
        api.add_router("/v1/", router)
    for router in _OWN_ROUTERS:
        api.add_router("/v1/", router, auth=[ByToken(), BySession()])
    for kind in (Exception, *problems.HANDLED):
        api.add_exception_handler(kind, _handle)
    return api


def _handle(request: HttpRequest, error: Any) -> HttpResponse:
    return problems.answer(problems.named(error))


def patterns(api: Api) -> list[URLPattern]:
    """The addresses of its views, each of them `served`."""
    fields = _query_fields()
    generated = [pattern for pattern in api.urls[0] if isinstance(pattern, URLPattern)]
    return [
        URLPattern(
            pattern.pattern,
            served(pattern.callback, fields.get(pattern.name or "")),
            pattern.default_args,
            pattern.name,
        )
        for pattern in generated
        if pattern.name != "api-root"
    ]


def _query_fields() -> dict[str, frozenset[str]]:
    """The query fields of each reading view that refuses unknown ones."""
    views = [view for router in (*_ROUTERS, *_OWN_ROUTERS) for view in router.path_operations.values()]
    return {
        operation.view_func.__name__: frozenset(
            name
            for model in operation.models
            if issubclass(model, QueryModel)
            for name in model.__ninja_flatten_map__
        )
        for view in views
        for operation in view.operations
        if operation.methods == ["GET"] and operation.view_func.__name__ not in _LENIENT
    }


api = made()
