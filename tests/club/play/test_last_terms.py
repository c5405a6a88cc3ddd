"""The terms that somebody chose last: kept for each game, checked when they are read."""

import pytest
from django.core import signing
from django.http import QueryDict
from django.test import RequestFactory
from django.utils import translation

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria import games
from zaria.club.play import last_terms
from zaria.club.play.base_form import TableForm
from zaria.club.play.forms import form_for
from zaria.club.play.last_terms import COOKIE
from zaria.games.registry import GAMES
from zaria.match.terms import ClockTerms, Terms

HOW = ">Learn it in 4 minutes</a>"
"""The link for newcomers beside the game that is offered."""


def _query(**fields: str) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(fields)
    return query


def _form(game: str, **fields: str) -> TableForm:
    form = form_for(game, _query(**{"opponent": "friend", **fields}))
    assert form.is_valid(), form.errors
    return form


def _checked(text: str, name: str) -> str:
    """The value of the radio button that is chosen on a page."""
    parts = [part for part in text.split("<input ") if f'name="{name}"' in part and "checked" in part]
    return parts[0].partition('value="')[2].partition('"')[0]


def test_the_next_table_of_a_game_begins_with_the_last_terms(server: Server) -> None:
    visitor = Visitor(server.url)
    visitor.set_table(game="gulbara", length="5", colour="dark", clock="calm", opponent="friend")
    page = visitor.get("/new/gulbara").text
    assert [_checked(page, name) for name in ("length", "colour", "clock")] == ["5", "dark", "calm"]
    assert _checked(visitor.get("/new/tapa").text, "colour") == "light"
    assert _checked(Visitor(server.url).get("/new/gulbara").text, "length") == "1"


def test_the_first_table_of_a_game_begins_with_its_custom(server: Server) -> None:
    visitor = Visitor(server.url)
    for game, custom in (("backgammon", ["3", "yes"]), ("tabla", ["1", "no"])):
        page = visitor.get(f"/new/{game}").text
        assert [_checked(page, name) for name in ("length", "cube")] == custom
    visitor.set_table(game="backgammon", length="1", cube="no", opponent="friend")
    page = visitor.get("/new/backgammon").text
    assert [_checked(page, name) for name in ("length", "cube")] == ["1", "no"], "what was chosen stays"
    for game in GAMES:
        suggested = form_for(game)
        last_terms.suggest(suggested, last_terms.choices_of_game(RequestFactory().get("/"), game))
        chosen = {name: str(value) for name, value in suggested.initial.items()}
        assert form_for(game, _query(opponent="friend", **chosen)).is_valid(), game


def test_one_tap_plays_the_last_game_on_its_last_terms(server: Server) -> None:
    visitor = Visitor(server.url)
    first = visitor.get("/").text
    assert 'form="one-tap" name="game" value="tabla"' in first
    assert "Play now" in first
    assert HOW in first
    visitor.set_table(game="gulbara", length="3", colour="dark", opponent="computer")
    front = visitor.get("/")
    assert 'form="one-tap" name="game" value="gulbara"' in front.text
    button = " ".join(front.text.partition('class="btn pri"')[2].partition("</button>")[0].split())
    assert "Gulbara: play<small>Match to 3 · " in button
    assert "Beginner" in button
    assert HOW in front.text
    assert front.json("boot")["last"] == "gulbara"
    path = visitor.set_table(game="gulbara", opponent="computer", last="yes")
    assert "Match to 3" in visitor.get(f"{path}/terms").text
    plain = visitor.set_table(game="gulbara", opponent="computer")
    assert "Single game" in visitor.get(f"{plain}/terms").text


def test_the_terms_of_a_match_that_was_joined_are_those_of_the_next_table(server: Server) -> None:
    host, guest = Visitor(server.url), Visitor(server.url)
    path = host.set_table(game="tapa", length="7", clock="bank")
    page = guest.get(f"/new/tapa?as={path.rpartition('/')[2]}").text
    assert [_checked(page, name) for name in ("length", "clock")] == ["7", "bank"]
    for odd in ("", "0123456789", "%3Cb%3E"):
        assert guest.get(f"/new/tapa?as={odd}").status == 200
    assert _checked(guest.get(f"/new/tabla?as={path.rpartition('/')[2]}").text, "length") == "1"


@pytest.mark.parametrize("cookie", ["", "nonsense", "eyJhIjoxfQ:1:x", "é"])
def test_a_cookie_that_cannot_be_is_as_if_there_were_none(server: Server, cookie: str) -> None:
    headers = {"Cookie": f"{COOKIE}={cookie}".encode("latin-1")}
    for path in ("/", "/new/tapa"):
        page = Visitor(server.url).send("GET", path, headers=headers)
        assert page.status == 200
    assert _checked(page.text, "length") == "1"


@pytest.mark.parametrize("pairs", [None, "no list", 5, {"tapa": 1}, [1, [2], None], [["tapa", ["length"]]]])
def test_what_was_stored_in_another_shape_is_nothing(pairs: object) -> None:
    assert last_terms._known(pairs) == {}


def test_what_cannot_be_chosen_is_left_out() -> None:
    assert last_terms._known([["poker", {"length": "5"}], ["tapa", {"length": 5}]]) == {
        "tapa": {"length": "5"}
    }
    wanted = {"length": "4000", "clock": "<b>", "no": "field", "colour": "dark", "stake": "5", "delay": "-1"}
    assert last_terms.allowed_values(form_for("tapa"), wanted) == {"colour": "dark"}


def test_a_member_finds_the_last_terms_at_every_browser(server: Server) -> None:
    laptop = Somebody(server.url).join()
    laptop.set_table(game="gulbara", length="5", colour="dark")
    assert COOKIE not in laptop.cookies
    phone = Somebody(server.url)
    phone.sign_in(laptop.login)
    page = phone.get("/new/gulbara").text
    assert [_checked(page, name) for name in ("length", "colour")] == ["5", "dark"]
    assert phone.get("/").json("boot")["last"] == "gulbara"


def test_parts_of_a_clock_are_kept_with_it() -> None:
    assert last_terms.changed_values(_form("chess", clock="usual", minutes="5", alone="10")) == {}
    by_game = _form("chess", clock="game", minutes="5", alone="10")
    assert last_terms.changed_values(by_game) == {"clock": "game", "minutes": "5"}
    kept_before = {"minutes": "5", "added": "3"}  # when a clock for the game was the first choice
    assert last_terms.allowed_values(form_for("chess"), kept_before) == {"clock": "game", **kept_before}
    assert last_terms.allowed_values(form_for("chess"), {"clock": "none", "minutes": "5"})["clock"] == "none"


def test_stakes_and_the_opponent_are_chosen_anew() -> None:
    form = _form("tapa", stake="5", fee="pot", length="3", opponent="computer", level="5")
    assert last_terms.changed_values(form) == {"length": "3"}


def test_what_is_long_ago_is_forgotten_first() -> None:
    every = {
        f"game{i}": {"a": "".join(f"{pow(7919, 31 * i + k, 10**9 + 7):x}" for k in range(30))}
        for i in range(20)
    }
    entries = signing.loads(last_terms._short(every), salt="zaria.terms")
    assert len(last_terms._short(every)) <= last_terms.MOST_BYTES
    assert entries == list(map(list, every.items()))[-len(entries) :]
    assert 0 < len(entries) < 20


CLOCK = ClockTerms(delay=7_000, bank=60_000, increment=2_000)


@pytest.mark.parametrize(
    "terms",
    [
        *(Terms(game) for game in ("tabla", "backgammon", "tapa")),
        Terms("tabla", length=17),
        Terms("backgammon", length=5, cube=True, crawford=False, beaver=True, raccoon=True, clock=CLOCK),
        Terms("backgammon", cube=True, jacoby=True, auto_doubles=2, mirror=True, delayed=True),
        Terms("backgammon", cube=True, raises="add", clock=ClockTerms(delay=12_000, bank=120_000)),
        Terms("chess", clock=ClockTerms(bank=600_000, increment=5_000)),
        Terms("chess", clock=ClockTerms(delay=20_000)),
        Terms("ugolki", options={"house": "4x4"}, clock=ClockTerms(bank=60_000)),
        Terms("long-nardy", options={"six_block": "turn"}),
    ],
    ids=lambda terms: terms.game,
)
def test_the_form_knows_what_leads_to_terms(terms: Terms) -> None:
    with translation.override("en"):
        wanted = form_for(terms.game).fields_of(terms, None)
        data = last_terms.completed_data(form_for(terms.game), _query(opponent="friend"), wanted)
        form = form_for(terms.game, data)
        assert form.is_valid(), form.errors
        form_terms = form.terms()
    assert games.get(terms.game, **form_terms.options) == games.get(terms.game, **terms.options)
    fields = set(Terms.__struct_fields__) - {"options"}
    assert {name: getattr(form_terms, name) for name in fields} == {
        name: getattr(terms, name) for name in fields
    }


def test_the_line_of_the_last_table_is_in_the_language_of_the_page() -> None:
    request = RequestFactory().get("/")
    lines: dict[str, set[str]] = {"en": set(), "el": set()}
    for _ in range(2):
        for language, texts in lines.items():
            with translation.override(language):
                texts.add(last_terms.last_table(request).terms)
    assert [len(texts) for texts in lines.values()] == [1, 1]
    assert lines["en"] != lines["el"]
