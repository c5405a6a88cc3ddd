"""The manifest of the installed club: language, colours, pictures, and what may be shared with it."""

import json
from io import BytesIO
from typing import Any

import pytest
from django.test import RequestFactory
from PIL import Image

from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import Visitor, fetch
from tests.support.servers import Server
from zaria.club.lobby.manifest import GROUND, manifest
from zaria.club.site.brand import state
from zaria.club.site.brand.colours import Accents
from zaria.club.site.brand.values import Brand

__all__ = ["plain_files"]


def read(visitor: Visitor, query: str = "") -> dict[str, Any]:
    """The manifest at an address."""
    answer: dict[str, Any] = json.loads(visitor.get(f"/manifest.webmanifest{query}").text)
    return answer


def test_the_manifest_speaks_the_language_of_the_page(server: Server) -> None:
    visitor = Visitor(server.url)
    english, bulgarian = read(visitor), read(visitor, "?language=bg")
    assert (english["lang"], bulgarian["lang"]) == ("en", "bg")
    assert english["id"] == bulgarian["id"]
    for first, second in zip(english["shortcuts"], bulgarian["shortcuts"], strict=True):
        assert first["url"] == second["url"]
        assert first["name"] != second["name"]
    assert english["description"] != bulgarian["description"]
    assert read(visitor, "?language=xx")["lang"] == "en"
    bulgarian_page = visitor.send("GET", "/", headers={"Accept-Language": "bg"}).text
    assert "/manifest.webmanifest?language=bg" in bulgarian_page


def test_the_screenshots_have_the_sizes_that_the_manifest_names(server: Server) -> None:
    screenshots = read(Visitor(server.url))["screenshots"]
    assert {screenshot["form_factor"] for screenshot in screenshots} == {"narrow", "wide"}
    for screenshot in screenshots:
        response = fetch(server.url + screenshot["src"]).raise_for_status()
        assert response.headers["Content-Type"] == screenshot["type"]
        with Image.open(BytesIO(response.content)) as image:
            assert f"{image.width}x{image.height}" == screenshot["sizes"]
            # the limits of Chromium
            assert 320 <= min(image.size) <= max(image.size) <= 3840
            assert max(image.size) <= 2.3 * min(image.size)


@pytest.mark.usefixtures("plain_files")
def test_the_colour_is_that_of_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    request = RequestFactory().get("/manifest.webmanifest")
    monkeypatch.setattr(state, "current", lambda: Brand())
    assert json.loads(manifest(request).content)["theme_color"] == GROUND
    monkeypatch.setattr(state, "current", lambda: Brand(accents=Accents("#1f5a4b", "#74b9a2")))
    assert json.loads(manifest(request).content)["theme_color"] == "#1f5a4b"


def test_the_address_of_shared_records_takes_what_the_manifest_promises(server: Server) -> None:
    visitor = Visitor(server.url)
    target = read(visitor)["share_target"]
    (files,) = target["params"]["files"]
    page = visitor.send(
        target["method"], target["action"], files={files["name"]: ("match.mat", b" 3 point match\nno turn")}
    )
    assert page.status == 422  # read, and refused for what is in it
    assert {".mat", ".sgf", ".pgn", ".pdn", ".json"} < set(files["accept"])
