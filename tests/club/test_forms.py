"""The forms of a new table: everything has a default, and what cannot be played is refused."""

import pytest
from django.http import QueryDict
from django.utils import translation

from zaria import games
from zaria.club.play.forms import CLOCKS, FORMS, form_for
from zaria.match.terms import LENGTHS, ClockTerms


def _query(**fields: str) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(fields)
    return query


@pytest.mark.parametrize("game", FORMS)
def test_one_button_is_enough(game: str) -> None:
    form = form_for(game, _query(opponent="computer"))
    assert form.is_valid(), form.errors
    terms = form.terms()
    terms.check()
    assert terms.game == game
    assert (terms.length, terms.cube, terms.clock, terms.mirror) == (1, False, None, False)
    assert games.get(game, **terms.options) == games.get(game)
    assert form.side() == 0


def test_there_is_a_form_for_every_game() -> None:
    assert list(FORMS) == games.names()


@pytest.mark.parametrize("game", FORMS)
def test_every_choice_of_every_form_can_be_played(game: str) -> None:
    for name, field in form_for(game).fields.items():
        for value, _label in getattr(field, "choices", ()):
            form = form_for(game, _query(**{"opponent": "friend", "delay": "5", name: value}))
            assert form.is_valid(), (name, value, form.errors)
            form.terms().check()


@pytest.mark.parametrize("game", FORMS)
def test_every_agreed_option_of_the_game_can_be_chosen(game: str) -> None:
    for name, values in games.get(game).choices:
        chosen = set()
        for value, _label in form_for(game).fields[name].choices:  # type: ignore[attr-defined]
            form = form_for(game, _query(opponent="friend", **{name: value}))
            assert form.is_valid()
            chosen.add(form.terms().options[name])
        assert chosen == set(values)


@pytest.mark.parametrize("length", LENGTHS)
def test_every_length_of_a_match(length: int) -> None:
    form = form_for("tabla", _query(opponent="friend", length=str(length)))
    assert form.is_valid()
    assert form.terms().length == length


def test_the_choices_reach_the_terms() -> None:
    form = form_for(
        "long-nardy",
        _query(
            opponent="computer", length="7", colour="dark", direction="left", cube="yes", clock="calm",
            head_list="fivestars", home_mars="4",
        ),
    )  # fmt: skip
    assert form.is_valid()
    terms = form.terms()
    assert (terms.length, terms.cube, terms.mirror, terms.clock) == (7, True, True, CLOCKS["calm"])
    assert terms.options == {"head_list": "fivestars", "home_mars": 4}
    assert form.side() == 1


def test_by_lot_gives_both_sides() -> None:
    form = form_for("tabla", _query(opponent="friend", colour="random"))
    assert form.is_valid()
    assert {form.side() for _ in range(100)} == {0, 1}


def test_a_clock_of_ones_own() -> None:
    form = form_for("tabla", _query(opponent="friend", clock="own", delay="8", bank="3", increment="2"))
    assert form.is_valid()
    assert form.terms().clock == ClockTerms(delay=8_000, bank=180_000, increment=2_000)


def test_parts_of_a_clock_count_only_for_ones_own() -> None:
    form = form_for("tabla", _query(opponent="friend", clock="none", delay="8"))
    assert form.is_valid()
    assert form.terms().clock is None


BAD = [
    ("opponent", "", {}),
    ("opponent", "nobody", {}),
    ("length", "2", {}),
    ("length", "3.5", {}),
    ("length", "9" * 400, {}),
    ("colour", "red", {}),
    ("direction", "up", {}),
    ("cube", "maybe", {}),
    ("clock", "sundial", {}),
    ("clock", "own", {}),
    ("clock", "own", {"delay": "0", "bank": "0", "increment": "10"}),
    ("delay", "-1", {"clock": "own"}),
    ("delay", "301", {"clock": "own"}),
    ("delay", "soon", {"clock": "own"}),
    ("bank", "181", {"clock": "own"}),
    ("increment", "61", {"clock": "own", "delay": "5"}),
    ("increment", "\0", {"clock": "own", "delay": "5"}),
]


@pytest.mark.parametrize("language", ["en", "bg", "ru"])
@pytest.mark.parametrize(("name", "value", "more"), BAD)
def test_bad_input_is_told_in_the_readers_language(
    language: str, name: str, value: str, more: dict[str, str]
) -> None:
    form = form_for("tabla", _query(**{"opponent": "friend", **more, name: value}))
    with translation.override(language):
        assert not form.is_valid()
        assert list(form.errors) == [name]
        text = str(form.errors[name][0]).replace(value, "")
    cyrillic = any("а" <= letter <= "я" for letter in text.lower())
    assert cyrillic == (language != "en"), text


@pytest.mark.parametrize(("name", "value"), [("first_long_move", "sometimes"), ("first_long_move", "2")])
def test_bad_options_of_tapa(name: str, value: str) -> None:
    assert name in form_for("tapa", _query(opponent="friend", **{name: value})).errors


@pytest.mark.parametrize(
    ("name", "value"), [("head_list", "none"), ("home_mars", "5"), ("home_mars", "three")]
)
def test_bad_options_of_long_nardy(name: str, value: str) -> None:
    assert name in form_for("long-nardy", _query(opponent="friend", **{name: value})).errors


def test_options_of_another_game_change_nothing() -> None:
    form = form_for("tabla", _query(opponent="friend", home_mars="4", scoring="nardy"))
    assert form.is_valid()
    assert form.terms().options == {}
