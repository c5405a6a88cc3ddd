"""The addresses of the API, of what describes it, and of the page of tokens."""

from django.urls import include, path, re_path

from zaria.club.api import documents, tokens
from zaria.club.api.app import api, patterns
from zaria.club.api.endpoint import nowhere, served

urlpatterns = [
    path("api/docs", documents.page, name="api_docs"),
    path("api/openapi.json", served(documents.openapi), name="openapi"),
    path("api/protocol.json", served(documents.protocol), name="protocol"),
    path("api/", include((patterns(api), "api"))),
    path("me/tokens", tokens.page, name="tokens"),
    path("me/tokens/<int:number>/delete", tokens.delete, name="token_delete"),
    path("me/robot", tokens.robot, name="robot"),
    re_path(r"^api/.*$", served(nowhere)),
]
