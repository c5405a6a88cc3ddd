"""The static files that WhiteNoise has found, and its answers."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import BinaryIO

class Response:
    status: HTTPStatus
    headers: list[tuple[str, str]]
    file: BinaryIO | None

class StaticFile:
    def get_response(self, method: str, request_headers: Mapping[str, str]) -> Response: ...
