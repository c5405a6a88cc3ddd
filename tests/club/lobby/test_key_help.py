"""The page of keys and gestures: one list for it and for the sheets of tables, true of the scripts."""

import re
from pathlib import Path

import pytest
from django.test import Client

import zaria.web
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from tests.support.scripts import LANGUAGES, spoken
from zaria.club.lobby import key_help

__all__ = ["plain_files"]

pytestmark = pytest.mark.usefixtures("plain_files")

JS = Path(zaria.web.__path__[0]) / "static/zaria/js"


def keys(html: str) -> set[str]:
    return set(re.findall(r"<kbd>(.*?)</kbd>", html))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.django_db
def test_the_page_lists_all_keys_in_each_language(language: str) -> None:
    html = html_of(Client(headers={"Accept-Language": language}).get("/help"))
    main = html.partition("<main")[2].partition("</main>")[0]
    assert keys(main) >= {name for key in key_help.KEYS for name in key.names} | {"Home", "E"}
    assert spoken(re.sub(r"(?s)<kbd>.*?</kbd>|<.*?>|backgammon|Zaria", "", main)) == language
    assert html.count("<h1>") == 1


@pytest.mark.parametrize(
    ("query", "with_them", "without"),
    [
        ("table=tables", {"R", "U", "L"}, {"D", "H", "B"}),
        ("table=tables&has=cube&has=training", {"R", "D", "H", "B"}, set()),
        ("table=squares", {"U", "Enter"}, {"R", "D", "H", "N"}),
        ("table=squares&has=by_day", {"U", "Enter", "N"}, {"R", "D", "H"}),
    ],
)
@pytest.mark.django_db
def test_a_table_gets_its_part(client: Client, query: str, with_them: set[str], without: set[str]) -> None:
    html = html_of(client.get(f"/help?{query}"))
    assert "<main" not in html
    assert with_them <= keys(html)
    assert not without & keys(html)
    assert ("Tap a checker" in html) == ("tables&" in f"{query}&")


@pytest.mark.django_db
def test_an_unknown_family_gets_the_page(client: Client) -> None:
    assert "<main" in html_of(client.get("/help?table=cards"))


def test_each_letter_is_one_that_a_table_acts_on() -> None:
    scripts = [
        JS / "tables/controls.js",
        JS / "squares/controls.js",
        JS / "shell/controls.js",
        JS / "shell/training.js",
        JS / "shell/by_day.js",
    ]
    text = "".join(path.read_text() for path in scripts)
    acts = set(re.findall(r"^\s+(\w): \(\) =>", text, re.MULTILINE))
    acts |= set("".join(re.findall(r"'(\w+)'\.includes\(key\)", text)))
    letters = {
        name.lower() for key in key_help.KEYS for name in key.names if len(name) == 1 and name.isalpha()
    }
    late = {name.lower() for key in key_help.KEYS if key.only in ("training", "by_day") for name in key.names}
    assert letters - late == acts - late
    assert all(f"'{name}'" in text for name in late)
