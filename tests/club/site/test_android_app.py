"""The club's own app for Android: the variable that names it, and the file that proves the link."""

import json

import pytest
from django.http import Http404
from django.test import RequestFactory, override_settings

from zaria.club.lobby import well_known
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.site.environment import AndroidApp, android_app

PRINT = ":".join(f"{byte:02X}" for byte in range(32))
REQUEST = RequestFactory().get("/.well-known/assetlinks.json")


@pytest.mark.parametrize(
    ("text", "app"),
    [
        ("", None),
        (f"example.club.app {PRINT}", AndroidApp("example.club.app", (PRINT,))),
        (f" example.club.app {PRINT.lower()} {PRINT} ", AndroidApp("example.club.app", (PRINT, PRINT))),
    ],
)
def test_the_variable_names_a_package_and_its_keys(
    monkeypatch: pytest.MonkeyPatch, text: str, app: AndroidApp | None
) -> None:
    monkeypatch.setenv("ZARIA_ANDROID_APP", text)
    assert android_app() == app


@pytest.mark.parametrize(
    "text",
    [
        "club",
        "example.club.app",
        PRINT,
        f"example {PRINT}",
        f"example.club.app {PRINT[:-3]}",
        f"a..b {PRINT}",
    ],
)
def test_anything_else_stops_the_start(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("ZARIA_ANDROID_APP", text)
    with pytest.raises(ConfigurationError, match="ZARIA_ANDROID_APP"):
        android_app()


@override_settings(ANDROID_APP=AndroidApp("example.club.app", (PRINT,)))
def test_the_file_names_the_app() -> None:
    (link,) = json.loads(well_known.asset_links(REQUEST).content)
    assert link == {
        "relation": ["delegate_permission/common.handle_all_urls"],
        "target": {
            "namespace": "android_app",
            "package_name": "example.club.app",
            "sha256_cert_fingerprints": [PRINT],
        },
    }


@override_settings(ANDROID_APP=None)
def test_a_club_without_an_app_has_no_file() -> None:
    with pytest.raises(Http404):
        well_known.asset_links(REQUEST)
