"""The pages as a browser gets them from a running server."""

import json
import re

import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from tests.support.by_day import by_day
from tests.support.club.member_client import Somebody
from tests.support.club.socket_seat import resign_at_once, sit
from tests.support.http_client import Page, Visitor, fetch
from tests.support.scripts import LANGUAGES, OTHERS, spoken
from tests.support.servers import Server
from zaria import __version__, games
from zaria.club.site.front_end.static_storage import HASHED
from zaria.games.registry import GAMES as EVERY_GAME
from zaria.records.formats.json import load
from zaria.records.verify import verify

TABLA = {"en": "Tabla", "bg": "Табла", "ru": "Табла", "ro": "Table", "el": "Τάβλα", "tr": "Tavla"}
GAMES = [*EVERY_GAME]
BY_DAY = ("backgammon", "gulbara", "tapa", "draughts", "chess")
"""A game of each kind of contact, and of each kind of board."""


def _visitor(server: Server, language: str = "en") -> Visitor:
    return Visitor(server.url, language)


@pytest.mark.parametrize(("language", "title"), TABLA.items())
def test_the_front_page_speaks_the_browsers_language(server: Server, language: str, title: str) -> None:
    page = _visitor(server, language).get("/")
    assert page.status == 200
    assert f'<html lang="{language}"' in page.text
    assert f"<b>{title}<" in page.text
    assert spoken(re.sub("(?s)<(nav|header|form|script).*?</\\1>|<.*?>", "", page.text)) == language


def test_every_game_has_its_tile_and_its_options_and_one_golden_button_leads(server: Server) -> None:
    page = _visitor(server).get("/")
    tiles = page.text + _visitor(server).get("/games/tiles").text
    for game in GAMES:
        assert tiles.count(f'<article class="game" id="{game}" ') == 1
        assert tiles.count(f'<button class="go" name="game" value="{game}">') == 1
        assert f'href="/new/{game}"' in tiles
        assert f'href="/rules/{game}"' in _visitor(server).get(f"/new/{game}").text
    assert page.text.count("btn pri") == 1


def test_pictures_refer_to_what_the_page_draws(server: Server) -> None:
    for path in ("/", *(f"/new/{game}" for game in GAMES)):
        text = _visitor(server).get(path).text
        if path == "/":  # its script adds these tiles to it
            text += _visitor(server).get("/games/tiles").text
        drawn = re.findall(r' id="([^"]+)"', text)
        assert len(set(drawn)) == len(drawn)
        assert set(re.findall(r'<use href="#([^"]+)"', text)) <= set(drawn)


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_a_table_has_a_heading_and_a_way_to_its_board(server: Server, game: str) -> None:
    visitor = _visitor(server)
    page = visitor.get(visitor.post("/new", game=game, opponent="computer").headers["Location"]).text
    assert re.findall(r"<h1[^>]*>(.*?)</h1>", page) == [games.get(game).title]
    first = re.search(r"<a [^>]*href=\"([^\"]*)\"", page)
    assert first is not None
    assert first[1] == "#board"
    assert page.count('id="board"') == 1


@pytest.mark.parametrize("game", by_day(BY_DAY, GAMES))
def test_one_tap_leads_to_a_board(server: Server, game: str) -> None:
    visitor = _visitor(server)
    answer = visitor.post("/new", game=game, opponent="computer")
    page = visitor.get(answer.headers["Location"])
    boot = page.json("boot")
    assert (boot["v"]["game"], boot["seat"]) == (game, 0)
    assert page.headers["Cache-Control"] == "private, no-store", "the browser's history shows an old table"


@pytest.mark.parametrize("game", by_day(BY_DAY, GAMES))
@pytest.mark.parametrize("opponent", ["computer", "friend"])
def test_the_form_of_every_game_leads_to_a_board(server: Server, game: str, opponent: str) -> None:
    visitor = _visitor(server)
    form = visitor.get(f"/new/{game}")
    assert form.status == 200
    shown = dict(re.findall(r'<input type="radio" name="(\w+)" value="([^"]*)"[^>]* checked>', form.text))
    assert shown
    page = visitor.get(visitor.set_table(**{"game": game, "opponent": opponent, **shown}))
    boot = page.json("boot")
    assert page.status == 200
    assert (boot["t"], boot["v"]["game"], boot["v"]["phase"]) == ("state", game, "open")
    assert (boot["you"], boot["seat"]) == (None, 0)
    for part in ("table", "board", "opp", "me", "side", "acts", "wait", "live"):
        assert f'id="{part}"' in page.text


def test_the_terms_are_those_of_the_form(server: Server) -> None:
    visitor = _visitor(server)
    path = visitor.set_table(
        game="tapa", length="5", cube="yes", clock="quick", direction="left", colour="dark",
        first_long_move="starter",
    )  # fmt: skip
    boot = visitor.get(path).json("boot")
    view = boot["v"]
    assert (view["length"], view["cube_on"], view["mirror"], boot["seat"]) == (5, True, True, 1)
    assert view["clock_terms"] == {"delay": 12_000, "bank": 120_000}
    assert view["options"]["first_long_move"] == "starter"


def test_the_cube_and_the_stakes_are_those_of_the_form(server: Server) -> None:
    member = Somebody(server.url).join()
    path = member.set_table(cube="yes", beaver="raccoon", jacoby="yes", auto_doubles="2", stake="2", most="5")
    view = member.get(path).json("boot")["v"]
    assert (view["beaver"], view["raccoon"], view["jacoby"], view["auto_doubles"]) == (True, True, True, 2)
    assert view["stakes"] == {"stake": 200, "most": 500, "fee": "pot", "unit": "credits", "rate": 500}


def test_a_friend_is_offered_the_other_seat_and_keeps_it(server: Server) -> None:
    host, friend = _visitor(server), _visitor(server)
    path = host.set_table()
    assert friend.get(path).json("boot")["seat"] == 1
    cookie = friend.cookies["zaria_guest"]
    assert friend.get(path).json("boot")["seat"] == 1
    assert friend.cookies["zaria_guest"] == cookie
    assert host.get(path).json("boot")["seat"] == 0


def test_names_of_two_players_on_one_device_are_checked_and_kept_for_a_new_game(server: Server) -> None:
    visitor, local = _visitor(server), {"game": "tabla", "opponent": "local"}
    refused = visitor.post("/new", **local, light_name="casino.com")
    assert refused.status == 422
    assert "Only links to this club are allowed." in refused.text
    path = visitor.set_table(**local, light_name="<b>Ana</b>", dark_name="Δημήτρης")
    form = visitor.get(f"/new/tabla?as={path.rpartition('/')[2]}").text
    assert "Δημήτρης" in form
    assert "<b>Ana" not in form


def test_the_words_of_the_table_are_translated(server: Server) -> None:
    words = {language: _table(server, language).json("words") for language in LANGUAGES}
    assert words["en"]
    assert all(texts.keys() == words["en"].keys() for texts in words.values())
    assert {
        language: spoken(" ".join(text for text in texts.values() if isinstance(text, str)))
        for language, texts in words.items()
    } == {language: language for language in LANGUAGES}


def test_the_words_that_come_later_follow_the_language_of_the_visitor(server: Server) -> None:
    """A browser keeps them for a minute, unless its cookies change: one of them names the language."""
    visitor = _visitor(server, "en")
    first = visitor.get("/words/table")
    visitor.post("/language", language="bg", next="/verify")
    second = visitor.get("/words/table")
    assert {"Accept-Language", "Cookie"} <= set(first.headers["Vary"].split(", "))
    words = [json.loads(page.text) for page in (first, second)]
    assert words[0].keys() == words[1].keys()
    assert [spoken(" ".join(map(str, catalogue.values()))) for catalogue in words] == ["en", "bg"]


def _table(server: Server, language: str = "en") -> Page:
    visitor = _visitor(server, language)
    return visitor.get(visitor.set_table())


def test_the_language_is_changed_by_a_form_and_kept(server: Server) -> None:
    visitor = _visitor(server, "en")
    answer = visitor.post("/language", language="bg", next="/verify")
    assert (answer.status, answer.headers["Location"]) == (302, "/verify")
    assert '<html lang="bg"' in visitor.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_offered_in_its_own_name(server: Server, language: str) -> None:
    text = _visitor(server, language).get("/").text
    offered = re.findall(r'name="language" value="(\w+)" lang="(\w+)".*?>(\w+)</button>', text)
    assert offered == [(code, code, name) for code, name in settings.LANGUAGES]


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"]
)
@pytest.mark.parametrize("path", ["/language", "/look"])
def test_no_form_leads_elsewhere(server: Server, path: str, target: str) -> None:
    answer = _visitor(server).post(path, next=target, language="bg", theme="dark")
    assert answer.headers["Location"] == "/"


def test_theme_and_skin_are_in_the_first_paint(server: Server) -> None:
    visitor = _visitor(server)
    assert "data-theme" not in visitor.get("/").text
    visitor.post("/look", theme="light", skin="night")
    assert 'data-theme="light" data-skin="night"' in visitor.get("/").text
    visitor.post("/look", theme='dark"><script>', skin="mud")
    assert 'data-theme="light" data-skin="night"' in visitor.get("/").text
    visitor.cookies["zaria_theme"] = "<b>"
    assert "<b>" not in visitor.get("/").text.partition("</head>")[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"length": "65"},
        {"length": "other"},
        {"length": "other", "points": "0"},
        {"clock": "own"},
        {"clock": "own", "delay": "-5"},
        {"opponent": "nobody"},
        {"opponent": ""},
        {"beaver": "beaver"},
        {"cube": "yes", "jacoby": "yes", "length": "3"},
        {"cube": "yes", "beaver": "beaver", "raises": "add"},
        {"game": "three-games", "length": "1"},
        {"game": "go"},
        {"game": ""},
        {"game": "tabla/../tapa"},
        {"game": "\0"},
    ],
)
def test_bad_input_opens_nothing_and_is_explained(server: Server, fields: dict[str, str]) -> None:
    visitor = _visitor(server)
    page = visitor.post("/new", **{"game": "tabla", "opponent": "friend", **fields})
    assert page.status == 422
    assert 'role="alert"' in page.text
    assert 'class="back"' not in visitor.get("/").text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fields", [{"clock": "own"}, {"length": "other"}])
def test_bad_input_is_explained_in_the_readers_language(
    server: Server, language: str, fields: dict[str, str]
) -> None:
    page = _visitor(server, language).post("/new", **{"game": "tabla", "opponent": "friend", **fields})
    assert f'<html lang="{language}"' in page.text
    message = " ".join(re.findall(r'class="wrong"[^>]*>(.*?)<', page.text))
    assert message
    assert language == "en" or not re.search(r"\b(this|the|is|be)\b", message, re.IGNORECASE)


def test_bad_input_is_shown_where_it_stands_and_the_rest_is_kept(server: Server) -> None:
    page = _visitor(server).post(
        "/new", game="tapa", opponent="friend", length="7", clock="own", delay="999", first_long_move="off"
    )
    section = page.text.partition('<div class="own">')[2].partition("</div>")[0]
    assert 'class="wrong"' in section
    assert 'value="999"' in section
    assert re.search(r'name="length" value="7"[^>]* checked', page.text)
    assert re.search(r'name="first_long_move" value="off"[^>]* checked', page.text)
    assert page.text.count('class="wrong"') == 1
    assert "<details open>" not in page.text


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"cube": "yes", "jacoby": "yes", "length": "3"}, "jacoby"),
        ({"cube": "yes", "beaver": "raccoon", "raises": "add"}, "raises"),
        ({"jacoby": "yes"}, "cube"),
    ],
)
def test_what_does_not_go_together_is_explained_beside_the_field(
    server: Server, fields: dict[str, str], field: str
) -> None:
    page = _visitor(server).post("/new", game="tabla", opponent="friend", **fields)
    message = page.text.partition(f'id="id_{field}-said"')[2].partition("</div>")[0]
    assert 'class="wrong"' in message
    assert page.text.count('class="wrong"') == 1
    assert page.text.count("<details open>") == 1


def test_what_was_typed_is_never_markup(server: Server) -> None:
    visitor = _visitor(server)
    page = visitor.post("/new", game="tabla", opponent='"><script>', stake='"><script>', delay="<em>")
    assert page.status == 422
    assert page.text.count("<script") == visitor.get("/new/tabla").text.count("<script")
    assert "<em>" not in page.text


def test_a_form_without_its_token_is_refused(server: Server) -> None:
    visitor = _visitor(server, "ru")
    page = visitor.post("/new", game="tabla", opponent="friend", csrfmiddlewaretoken="0" * 64)
    assert page.status == 403
    assert '<html lang="ru"' in page.text
    assert 'class="back"' not in visitor.get("/").text


def test_a_form_in_an_older_tab_keeps_working(server: Server) -> None:
    visitor = _visitor(server)
    old = visitor.get("/")
    cookie = visitor.cookies["zaria_csrf"]
    for path in ("/", "/new/tabla", "/nowhere"):
        page = visitor.get(path)
        assert page.headers["Cache-Control"] == "private, no-cache"  # what it sets is for this visitor alone
    assert visitor.post("/language", language="bg").status == 302
    assert visitor.cookies["zaria_csrf"] == cookie
    assert page.token != old.token
    assert visitor.post("/new", game="tabla", opponent="friend", csrfmiddlewaretoken=old.token).status == 302


def test_a_new_table_is_not_made_by_a_link(server: Server) -> None:
    page = _visitor(server).get("/new?game=tabla&opponent=computer")
    assert (page.status, page.headers["Location"]) == (302, "/")


@pytest.mark.parametrize(
    "path",
    [
        "/t/0123456789",
        "/t/0123456789.json",
        "/nowhere",
        "/t/",
        "/t/a/b",
        "/new/",
        "/new/go",
        "/new/a/b",
        "/new/TABLA",
    ],
)
def test_what_is_not_there(server: Server, path: str) -> None:
    page = _visitor(server).get(path)
    assert page.status == 404
    assert '<html lang="en"' in page.text
    assert page.title.startswith("There is no such ")


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("path", ["/t/0123456789", "/nowhere", "/new/go"])
def test_what_is_not_there_is_named_in_the_readers_language(server: Server, path: str, language: str) -> None:
    page = _visitor(server, language).get(path)
    assert (page.status, f'<html lang="{language}"' in page.text) == (404, True)
    with translation.override(language):
        titles = {gettext("There is no such page"), gettext("There is no such table")}
    assert "There is no such page" not in titles
    assert page.title.removesuffix(" – Zaria") in titles


def test_there_is_no_record_before_the_end(server: Server) -> None:
    visitor = _visitor(server, "bg")
    page = visitor.get(visitor.set_table() + ".json")
    assert page.status == 409
    assert "secret" not in page.text


def test_a_forged_cookie_makes_a_new_guest(server: Server) -> None:
    visitor = _visitor(server)
    visitor.cookies["zaria_guest"] = "WyJhIiwiYiIsImMiXQ:1abcde:forged"
    visitor.get(visitor.set_table())
    assert "forged" not in visitor.cookies["zaria_guest"]


@pytest.mark.parametrize("path", ["/", "/verify", "/nowhere"])
def test_security_headers(server: Server, path: str) -> None:
    headers = _visitor(server).get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.replace("style-src-attr 'unsafe-inline'", "")
    assert "unsafe-eval" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]


@pytest.mark.parametrize("page", ["/verify", "table"])
def test_the_import_map_is_allowed_and_leads_to_files(server: Server, page: str) -> None:
    answer = _table(server) if page == "table" else _visitor(server).get(page)
    script = re.search(r'<script type="importmap" nonce="([^"]+)">(.*?)</script>', answer.text)
    assert script is not None
    assert f"'nonce-{script[1]}'" in answer.headers["Content-Security-Policy"]
    addresses = set(json.loads(script[2])["imports"].values())
    addresses |= set(re.findall(r'(?:href|src)="(/static/[^"]+)"', answer.text))
    assert len(addresses) > 3
    for address in addresses:
        file = fetch(server.url + address).raise_for_status()
        assert "immutable" in file.headers["Cache-Control"], address
        assert file.content


def test_a_visitor_gets_the_modules_of_an_open_table_at_once(server: Server) -> None:
    path = _visitor(server).set_table(opponent="friend")
    text = _visitor(server).get(path).text
    preloaded = set(re.findall(r'<link rel="modulepreload" href="([^"]+)"', text))
    mapped = re.search(r'<script type="importmap"[^>]*>(.*?)</script>', text)
    assert mapped is not None
    addresses = json.loads(mapped[1])["imports"]
    vendored = {addresses["lit-html"], addresses["@preact/signals-core"]}
    shell = "/static/zaria/js/shell/"
    names = ("offered_seat", "terms")  # `open_terms` is in the bundle
    assert preloaded == vendored | {addresses[f"{shell}{name}.js"] for name in names}
    entry = re.search(r'<script type="module" src="(/static/zaria/bundles/tables/main\.\w+\.js)">', text)
    assert entry is not None
    assert addresses["/static/zaria/js/ui/dom.js"] == entry[1], "what others import is the bundle"
    assert "/static/zaria/js/tables/main.js" not in addresses, "which no module imports"


def test_pages_name_no_other_site(server: Server) -> None:
    visitor = _visitor(server)
    for page in (visitor.get("/"), visitor.get("/verify"), visitor.get(visitor.set_table())):
        addresses = re.findall(r'(?:src|href|action)="(\w+:[^"]*|//[^"]*)"', page.text)
        assert all(address.startswith("data:") for address in addresses), addresses


@pytest.mark.parametrize("encoding", ["br", "gzip", ""])
def test_static_files_come_compressed(server: Server, encoding: str) -> None:
    address = re.findall(r'href="(/static/[^"]+\.css)"', _visitor(server).get("/").text)[0]
    file = fetch(server.url + address, headers={"Accept-Encoding": encoding}).raise_for_status()
    assert file.headers.get("Content-Encoding", "") == encoding


def test_a_page_can_be_asked_for_by_head_and_not_by_anything_else(server: Server) -> None:
    assert fetch(server.url + "/", "HEAD").status_code == 200
    assert fetch(server.url + "/verify", "PUT").status_code in (403, 405)


def test_another_host_name_is_not_answered(server: Server) -> None:
    assert _visitor(server).get("/", Host="elsewhere.example").status == 400


def test_health(server: Server) -> None:
    assert _visitor(server).get("/healthz").text == "ok\n"


async def test_the_record_of_a_finished_match_verifies(server: Server) -> None:
    visitor = _visitor(server)
    path = visitor.set_table(opponent="computer")
    await resign_at_once(server, visitor, path)
    page = visitor.get(path + ".json")
    assert page.status == 200
    assert page.headers["Content-Type"] == "application/json"
    assert "attachment" in page.headers["Content-Disposition"]
    assert json.loads(page.text)["id"] in path
    assert all(
        event["player"]["id"] in ("0", "1") for event in json.loads(page.text)["events"] if "player" in event
    )
    report = verify(load(page.text.encode()))
    assert report.problem is None
    assert report.rolls > 0


async def test_the_way_back_to_a_table_is_on_every_page(server: Server) -> None:
    visitor = _visitor(server)
    path = visitor.set_table(opponent="computer")
    await sit(server, visitor, path)
    for page in ("/", "/rules", "/verify", "/new/tapa"):
        assert f'<a href="{path}">' in visitor.get(page).text
        assert path not in _visitor(server).get(page).text
    await resign_at_once(server, visitor, path)
    assert path not in visitor.get("/").text


def test_what_never_changes_is_never_asked_for_again(server: Server) -> None:
    address = re.findall(r'href="(/static/[^"]+\.css)"', _visitor(server).get("/").text)[0]
    hashed = _visitor(server).get(address).headers
    plain = _visitor(server).get(HASHED.sub(".", address)).headers
    assert "ETag" not in hashed
    assert "Last-Modified" not in hashed
    assert plain["ETag"]
    assert "immutable" not in plain["Cache-Control"]


@pytest.mark.parametrize(
    ("language", "title", "match"),
    [
        ("en", "Gulbara", "Match to 5"),
        ("bg", "Гюлбара", "Мач до 5"),
        ("ru", "Гюль-бара", "Матч до 5"),
        ("ro", "Gulbara", "Meci până la 5"),
        ("el", "Γκιουλ", "Ματς στα 5"),
        ("tr", "Gülbara", "5 puanlık maç"),
    ],
)
def test_a_link_says_what_is_played_there(server: Server, language: str, title: str, match: str) -> None:
    visitor = _visitor(server, language)
    page = visitor.get(visitor.set_table(game="gulbara", length="5"))
    assert page.title == f"{title} – Zaria"
    assert f'<meta name="description" content="{title}. {match}. ' in page.text


@pytest.mark.parametrize("path", ["/", "/rules", "/ranking", "/account/login/"])
def test_the_version_stands_at_the_foot_of_the_pages(server: Server, path: str) -> None:
    assert f'<span class="version">Zaria {__version__}</span>' in _visitor(server).get(path).text
