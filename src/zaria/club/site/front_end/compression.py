"""Compression of pages: brotli for browsers that accept it, else gzip.

A page holds secrets (the tokens of its forms) beside text that others may choose, so its length must reveal
nothing about them (the BREACH attack). Tokens are masked anew in each answer, and the length varies by up
to `MOST_PADDING` random bytes: for gzip in the name of a file, as in Django, for brotli in a block of
metadata (RFC 7932, section 9.2). Every decoder skips both.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import brotli
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.decorators import async_only_middleware
from django.utils.text import compress_string

MOST_PADDING = 100
SHORT = 200
"""Bytes below which compression gains nothing."""

LONG = 100_000
"""Bytes from which a thread compresses, so that the tables need not wait."""

_QUALITY = 5
"""The quality, from 0 to 11: a page takes less than a millisecond; 9 takes three and saves two per cent."""

Handler = Callable[[HttpRequest], Awaitable[HttpResponse]]


@async_only_middleware
def CompressionMiddleware(get_response: Handler) -> Handler:  # noqa: N802
    """Compress large enough answers in the best encoding that the browser accepts."""

    async def handle(request: HttpRequest) -> HttpResponse:
        response = await get_response(request)
        if _is_compressible(response):
            patch_vary_headers(response, ("Accept-Encoding",))
            if encoding := preferred_encoding(request.headers.get("Accept-Encoding", "")):
                if len(response.content) < LONG:
                    _compress(response, encoding)
                else:
                    await asyncio.to_thread(_compress, response, encoding)
        return response

    return handle


def preferred_encoding(header: str) -> str:
    """Return the encoding for an Accept-Encoding header: "br", "gzip" or "" for none."""
    offered = {}
    for part in header.lower().split(","):
        name, *parameters = (piece.strip() for piece in part.split(";"))
        offered[name] = not any(_is_zero(parameter) for parameter in parameters)
    return next((name for name in ("br", "gzip") if offered.get(name)), "")


def compress_brotli(content: bytes, padding: int) -> bytes:
    """Return `content` in brotli with `padding` (0 to 256) random bytes that decoders skip."""
    compressor = brotli.Compressor(mode=brotli.MODE_TEXT, quality=_QUALITY)
    head = compressor.process(content) + compressor.flush()
    return head + _metadata(secrets.token_bytes(padding)) + compressor.finish()


def _is_compressible(response: HttpResponse) -> bool:
    whole = not response.streaming and "Content-Encoding" not in response.headers
    return whole and len(response.content) >= SHORT


def _metadata(skipped: bytes) -> bytes:
    """A block of metadata, for a stream that stands at the border of a byte.

    Its bits, lowest first: not the last block; no length (11); reserved (0); one byte tells how many bytes
    to skip (01), less one; then nothing up to the next whole byte.
    """
    return ((len(skipped) - 1) << 6 | 0b01_0_11_0).to_bytes(2, "little") + skipped if skipped else b""


def _compress(response: HttpResponse, encoding: str) -> None:
    content = response.content
    if encoding == "br":
        smaller = compress_brotli(content, secrets.randbelow(MOST_PADDING + 1))
    else:
        smaller = compress_string(content, max_random_bytes=MOST_PADDING)
    if len(smaller) >= len(content):
        return
    response.content = smaller
    response.headers["Content-Length"] = str(len(smaller))
    response.headers["Content-Encoding"] = encoding


def _is_zero(parameter: str) -> bool:
    return parameter.startswith("q=") and not parameter.removeprefix("q=").strip("0.")
