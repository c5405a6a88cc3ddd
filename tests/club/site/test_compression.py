"""Pages travel in the encoding that the browser reads, and their length tells little."""

import os

import brotli
import pytest

from tests.support.http_client import fetch
from tests.support.servers import Server
from zaria.club.site.front_end.compression import MOST_PADDING, compress_brotli, preferred_encoding

TEXT = b"A page with words, and words, and words. " * 40


@pytest.mark.parametrize("content", [TEXT, os.urandom(5000), b"x"], ids=["words", "noise", "byte"])
def test_what_blurs_the_length_is_skipped(content: bytes) -> None:
    for blur in range(MOST_PADDING + 1):
        assert brotli.decompress(compress_brotli(content, blur)) == content, blur


def test_the_blur_is_as_long_as_asked() -> None:
    lengths = [len(compress_brotli(TEXT, blur)) for blur in range(1, 257)]
    assert lengths == list(range(lengths[0], lengths[0] + 256))


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip", "gzip"),
        ("BR", "br"),
        ("br; q=0.000 , gzip ;q=0.1", "gzip"),
        ("gzip;q=0", ""),
        ("brr, xgzip", ""),
        ("identity", ""),
        ("", ""),
        (";;q=,,;=", ""),
    ],
)
def test_the_browser_says_what_it_reads(header: str, encoding: str) -> None:
    assert preferred_encoding(header) == encoding


def test_a_page_reads_the_same_in_every_encoding(server: Server) -> None:
    texts = set()
    for encoding in ("br", "gzip", ""):
        answer = fetch(server.url + "/no-such-page", headers={"Accept-Encoding": encoding})
        assert answer.headers.get("Content-Encoding", "") == encoding
        assert int(answer.headers["Content-Length"]) == answer.num_bytes_downloaded
        assert "Accept-Encoding" in answer.headers["Vary"]
        texts.add(answer.content.partition(b"<header")[0])
    assert len(texts) == 1


def test_the_length_of_a_page_varies(server: Server) -> None:
    lengths = set()
    for _ in range(12):
        answer = fetch(server.url + "/", headers={"Accept-Encoding": "br"})
        lengths.add(answer.num_bytes_downloaded)
    assert len(lengths) > 3


def test_what_is_short_stays_as_it_is(server: Server) -> None:
    answer = fetch(server.url + "/healthz", headers={"Accept-Encoding": "br"}).raise_for_status()
    assert "Content-Encoding" not in answer.headers
