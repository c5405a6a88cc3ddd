"""Members' settings: each is kept, works at the table, and only its owner changes it."""

import json
import re
from collections.abc import Callable
from functools import cache

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import QueryDict
from django.test import AsyncClient
from django.utils import translation

from tests.club.profile.conftest import Make
from tests.support.http_client import html_of
from tests.support.scripts import LANGUAGES
from tests.support.web.table_stage import STATIC
from zaria.club.accounts import names, players
from zaria.club.accounts.models import Face, Member
from zaria.club.profile import appearance, countries, forms, preferences, views
from zaria.club.profile.forms import ARMS, ProfileForm
from zaria.club.profile.preferences import ALL, TABLE, Preference, Value
from zaria.club.profile.texts import TEXTS
from zaria.club.shop import actions as shop
from zaria.club.shop import goods
from zaria.live.rate_limits import Rates

JS = STATIC / "js"
EVERY = [(preference, value) for preference in ALL.values() for value in preference.values]


def form_of(page: str) -> dict[str, str]:
    """The fields that an untouched form sends."""
    sent = {}
    for tag in re.findall(r"<input [^>]*>", page[page.index('id="settings"') :]):
        attributes = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if attributes["type"] in ("checkbox", "radio") and " checked" in tag:
            sent[attributes["name"]] = attributes.get("value", "on")
    for name, options in re.findall(r'<select name="(\w+)".*?>(.*?)</select>', page, re.DOTALL):
        sent[name] = re.findall(r'value="(\w*)" selected', options)[0]
    return sent


def test_every_setting_has_words() -> None:
    assert set(TEXTS) == set(ALL)
    for key, preference in ALL.items():
        assert preference.toggle or set(TEXTS[key].values) == set(preference.values)


def test_the_browser_knows_the_same_settings() -> None:
    look = set(appearance.FIELDS)
    source = (JS / "shell/settings.js").read_text()
    first = re.search(r"const FIRST = (\{.*?\});", source, re.DOTALL)
    assert first is not None
    browser_settings = json.loads(
        re.sub(r"(\w+):", r'"\1":', first[1]).replace("'", '"').replace(", \n}", "}").replace(",\n}", "}")
    )
    assert browser_settings == {key: preference.usual for key, preference in TABLE.items() if key not in look}


def test_no_script_names_a_sort_of_goods() -> None:
    """A new sort needs no change of the scripts that let people choose what they wear."""
    parts = re.compile(rf"\b({'|'.join(goods.SORTS)})\b")
    for name in ("shell/settings.js", "shell/settings_panel.js", "shell/goods.js", "pages/me.js"):
        assert not parts.findall((JS / name).read_text()), name


@cache
def scripts_of_the_table() -> list[str]:
    """All scripts but those that keep settings."""
    exceptions = {"settings.js", "settings_sync.js", "me.js", "settings_panel.js"}
    return [path.read_text() for path in JS.rglob("*.js") if path.name not in exceptions]


@pytest.mark.parametrize("key", [key for key in TABLE if key not in appearance.FIELDS])
def test_a_setting_does_something_at_the_table(key: str) -> None:
    """Somewhere beside the module that keeps it and the pages that change it."""
    used = re.compile(rf"(settings\.value|\bs)\.{key}\b|[{{,] {key}[ ,][^;]*= settings\.value|'{key}'")
    assert any(used.search(source) for source in scripts_of_the_table())


@pytest.mark.parametrize(
    ("preference", "value"), EVERY, ids=lambda it: it.key if isinstance(it, Preference) else str(it)
)
def test_a_form_says_what_is_saved(preference: Preference, value: Value) -> None:
    assert preference.known(value)
    assert preference.toggle or preference.read(preference.text(value)) == value
    assert preferences.value({preference.key: value}, preference.key) == value


def test_what_means_nothing_counts_as_never_set() -> None:
    strange = {"speed": True, "roll": 1, "hints": "yes", "skin": "gold", "flip": 0, "other": 1, "men": None}
    assert preferences.known(strange) == {}
    assert preferences.value(strange, "speed") == 1
    assert preferences.value({}, "invites") == "members"
    assert preferences.value({"invites": "all"}, "invites") == "all"


async def test_a_page_that_is_saved_untouched_changes_nothing(browser: AsyncClient, marica: Member) -> None:
    marica.face, marica.language = "owl", "bg"
    marica.settings = {"speed": 0.5, "flip": False, "roll": False, "men": "amber", "invites": "members"}
    await marica.asave()
    page = html_of(await browser.get("/me"))
    sent = form_of(page)
    assert (await browser.post("/me", sent)).status_code == 302
    again = await Member.objects.aget(pk=marica.pk)
    assert (again.face, again.language, again.country, again.colour) == ("owl", "bg", "BG", "#2f6f73")
    for key, preference in ALL.items():
        assert preferences.value(again.settings, key) == marica.settings.get(key, preference.usual)


async def test_every_setting_is_saved(browser: AsyncClient, marica: Member) -> None:
    for code in ("board-mosaic", "men-gold"):
        await sync_to_async(shop.buy)(marica.player, goods.GOODS[code]._replace(number=1))
    sent, wanted = {}, {}
    for key, preference in ALL.items():
        value = next(value for value in reversed(preference.values) if value != preference.usual)
        wanted[key] = value
        if not (preference.toggle and not value):
            sent[key] = "on" if preference.toggle else preference.text(value)
    sent |= {"colour": "#8c2f2f", "face": "knight", "country": "GR", "language": "el"}
    answer = await browser.post("/me", sent)
    assert answer.status_code == 302
    again = await Member.objects.aget(pk=marica.pk)
    assert again.settings == wanted
    assert (again.colour, again.face, again.country, again.language) == ("#8c2f2f", "knight", "GR", "el")
    assert again.settings_at > marica.settings_at
    assert answer.cookies[settings.LANGUAGE_COOKIE_NAME].value == "el"
    assert answer.cookies["zaria_skin"].value == "mosaic"
    shown = await browser.get("/me?saved=1")
    assert 'lang="el"' in html_of(shown)
    for key, value in form_of(html_of(shown)).items():
        if key in sent:
            assert value == sent[key]


async def test_looks_are_worn_at_once(browser: AsyncClient) -> None:
    answer = await browser.post(
        "/me", {"colour": "#8c2f2f", "face": "fox", "country": "TR", "show_country": "on"}
    )
    seen = players.from_headers({"cookie": f"{players.COOKIE}={answer.cookies[players.COOKIE].value}"})
    assert seen is not None
    assert (seen.player.colour, seen.player.country, seen.player.face) == ("#8c2f2f", "TR", "fox8c2f2f")


async def test_what_cannot_be_is_refused_whole(browser: AsyncClient, marica: Member) -> None:
    for bad in (
        {"colour": "#ffffff"}, {"colour": "red"}, {"country": "ZZ"}, {"country": "bg"}, {"language": "de"},
        {"face": "own"}, {"face": "../settings"}, {"skin": "gold"}, {"speed": "9"}, {"double": "lead '"},
        {"invites": "friends"},
    ):  # fmt: skip
        sent = QueryDict(mutable=True)
        sent.update({"hints": "on", **bad})
        form = await sync_to_async(ProfileForm)(marica, sent)
        assert not await sync_to_async(form.is_valid)(), bad
    for bad in ({"colour": "red"}, {"speed": "9"}):
        answer = await browser.post("/me", {"hints": "on", **bad})
        assert answer.status_code == 422, bad
        again = await Member.objects.aget(pk=marica.pk)
        assert (again.settings, again.colour, again.face) == ({}, "#2f6f73", ""), bad


async def test_nobody_wears_the_picture_of_another(browser: AsyncClient, marica: Member, make: Make) -> None:
    owner = await make("Ivan77")
    key = "0123456789abcdef0123456789abcdef"
    await Face.objects.acreate(key=key, owner=owner, image=b"RIFF")
    assert (await browser.post("/me", {"face": key})).status_code == 422
    assert (await browser.post("/me", {"face": "own"})).status_code == 422
    marica.face = key
    await marica.asave()
    assert (await browser.get("/face/Marica")).headers["Content-Type"] == "image/svg+xml"


async def test_a_form_names_no_other_member(browser: AsyncClient, make: Make) -> None:
    ivan = await make("Ivan77", colour="#7b4f8a")
    more = {"id": str(ivan.pk), "member": "Ivan77", "username": "Ivan78", "is_staff": "on", "robot": "on"}
    assert (await browser.post("/me", {**more, "colour": "#8c2f2f"})).status_code == 302
    assert (await Member.objects.aget(pk=ivan.pk)).colour == "#7b4f8a"
    stored = await Member.objects.aget(username="Marica")
    assert (stored.is_staff, stored.robot, stored.colour) == (False, False, "#8c2f2f")


# at the table


async def test_a_change_at_a_table_is_kept_for_other_devices(browser: AsyncClient, marica: Member) -> None:
    marica.settings = {"names": True, "invites": "nobody", "gone": 1}
    await marica.asave()
    change = {"sound": False, "skin": "night", "flip": None, "invites": "all", "speed": 7, "is_staff": True}
    answer = await browser.post("/me/settings", json.dumps(change), content_type="application/json")
    again = await Member.objects.aget(pk=marica.pk)
    assert answer.json() == {"at": again.settings_at}
    assert again.settings == {
        "names": True,
        "invites": "nobody",
        "sound": False,
        "skin": "night",
        "flip": None,
    }
    assert answer.cookies["zaria_skin"].value == "night"


@pytest.mark.parametrize("body", ["", "{", "[]", "null", "1", '"roll"', "\xff", "[" * 9999])
async def test_nonsense_is_refused(browser: AsyncClient, body: str) -> None:
    answer = await browser.post("/me/settings", body, content_type="application/json")
    assert answer.status_code == 400


@pytest.mark.parametrize(("limit", "a_minute"), [(views.changes, 60), (views.pictures, 6)])
def test_so_many_are_allowed_a_minute(limit: Callable[[], Rates], a_minute: int) -> None:
    rates = limit()
    assert [rates.take("nobody else", 0) for _ in range(a_minute + 1)] == [True] * a_minute + [False]


async def test_changes_at_tables_are_bounded(browser: AsyncClient, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Rates(3)
    monkeypatch.setattr(views, "changes", lambda: few)
    answers = [  # one more than three in each of two minutes: one may end meanwhile
        await browser.post("/me/settings", "{}", content_type="application/json") for _ in range(8)
    ]
    assert {answer.status_code for answer in answers[:3]} == {200}
    assert {answer.headers["Retry-After"] for answer in answers if answer.status_code == 429} == {"60"}


async def test_only_members_keep_settings_here(transactional_db: None) -> None:
    answer = await AsyncClient().post("/me/settings", "{}", content_type="application/json")
    assert answer.status_code == 403
    assert (await AsyncClient().put("/me/settings")).status_code == 405


@pytest.mark.parametrize("path", ["/me", "/me/settings", "/look"])
async def test_other_sites_cannot_send_forms(marica: Member, path: str) -> None:
    client = AsyncClient(enforce_csrf_checks=True)
    await client.aforce_login(marica)
    assert (await client.post(path, {"theme": "dark"})).status_code == 403


async def test_the_page_tells_what_is_saved(browser: AsyncClient, marica: Member) -> None:
    marica.settings, marica.settings_at = {"hints": False, "invites": "members", "odd": "</script>"}, 5
    await marica.asave()
    page = html_of(await browser.get("/me"))
    script = re.search(r'id="saved" type="application/json">(.*?)</script>', page)
    assert script is not None
    assert json.loads(script[1]) == {"who": marica.player, "at": 5, "set": {"hints": False}}


async def test_a_members_look_is_drawn_whatever_the_cookies_say(browser: AsyncClient, marica: Member) -> None:
    browser.cookies["zaria_skin"] = "sand"
    marica.settings = {"skin": "night", "theme": "dark", "men": "marble"}
    await marica.asave()
    page = html_of(await browser.get("/me"))
    assert 'data-theme="dark" data-skin="night" data-men="marble"' in page
    answer = await browser.post("/look", {"theme": "light", "next": "//evil.example"})
    assert answer.headers["Location"] == "/"
    assert (await Member.objects.aget(pk=marica.pk)).settings["theme"] == "light"


# guests


async def test_a_guest_has_the_settings_of_the_browser(transactional_db: None) -> None:
    client = AsyncClient()
    page = html_of(await client.get("/me"))
    assert "/account/signup/" in page
    assert 'name="double"' in page
    assert 'id="saved"' not in page
    for name in ("face", "colour", "country", "invites", "picture"):
        assert f'name="{name}"' not in page
    answer = await client.post("/me", {"skin": "night", "men": "amber", "theme": "dark", "country": "BG"})
    assert answer.status_code == 302
    worn = html_of(await client.get("/me?saved=1"))
    assert 'data-theme="dark" data-skin="night" data-men="amber"' in worn


# countries and colours


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_country_has_a_name_in_every_language(language: str) -> None:
    names = countries.named(language)
    assert len(names) == 249  # ISO 3166-1, 2026
    assert all(name and name != code for code, name in names.items())


def test_flags_are_two_letters_of_their_own() -> None:
    assert (
        countries.flag("BG") == "\N{REGIONAL INDICATOR SYMBOL LETTER B}\N{REGIONAL INDICATOR SYMBOL LETTER G}"
    )
    assert countries.flag("") == countries.flag("ZZ") == countries.flag("<b") == ""


@pytest.mark.parametrize("colour", forms.ARMS)
def test_a_white_letter_is_read_on_every_arms(colour: str) -> None:
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    tones = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (r, g, b)]
    assert 1.05 / (0.2126 * tones[0] + 0.7152 * tones[1] + 0.0722 * tones[2] + 0.05) >= 4.5


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_panel_of_the_table_asks_for_its_words(transactional_db: None, language: str) -> None:
    answer = await AsyncClient().get("/me/settings", headers={"Accept-Language": language})
    assert answer["Cache-Control"] == "private, max-age=60"
    assert {"Accept-Language", "Cookie"} <= set(answer["Vary"].split(", "))
    panel = answer.json()
    assert panel.keys() == TABLE.keys()
    with translation.override(language):
        for key, preference in TABLE.items():
            assert panel[key]["label"] == str(TEXTS[key].label)
            values = (
                []
                if preference.toggle
                else [[value, str(TEXTS[key].values[value])] for value in preference.values]
            )
            assert panel[key]["values"] == values
            free = list(goods.SORTS[key].free) if key in goods.SORTS else None
            assert panel[key].get("free") == free


def test_every_colour_that_a_guest_may_have_has_a_name() -> None:
    assert set(names.COLOURS) <= ARMS.keys()
    assert len({str(name) for name in ARMS.values()}) == len(ARMS)
