"""The forms of a new table: everything has a default, and what cannot be played is refused."""

import re
from itertools import product
from typing import Any

import pytest
from django.forms import BoundField, ChoiceField
from django.http import QueryDict
from django.utils import translation

from tests.club.play.test_pages import BY_DAY
from tests.support.by_day import by_day
from tests.support.scripts import LANGUAGES, OTHERS
from zaria import games
from zaria.club.games import pictures
from zaria.club.games.catalogue import GROUPS, SOURCES, TEXTS, TITLES
from zaria.club.games.pictures import PICTURES
from zaria.club.play import last_terms
from zaria.club.play.base_form import TableForm
from zaria.club.play.board_game_form import ADDED, ALONE, MINUTES
from zaria.club.play.fields import NumberedChoice
from zaria.club.play.forms import form_for
from zaria.club.play.options import OPTIONS
from zaria.club.play.tables_game_form import CLOCKS, TablesForm, playable_lengths
from zaria.live.lobby.speeds import PACES, Kind, Pace, usual
from zaria.match.stakes import Stakes
from zaria.match.terms import LENGTHS, ClockTerms, Terms
from zaria.web.messages.table import WORDS

TABLES = games.names()
SQUARES = games.names_on_squares()
GAMES = [*TABLES, *SQUARES]


def _query(**fields: str) -> QueryDict:
    query = QueryDict(mutable=True)
    query.update(fields)
    return query


def _form(game: str = "tabla", **fields: str) -> TableForm:
    """A form that was sent; stakes are for members."""
    member = bool({"stake", "most", "fee"} & fields.keys())
    return form_for(game, _query(**{"opponent": "friend", **fields}), member=member)


def _terms(game: str = "tabla", **fields: str) -> Terms:
    form = _form(game, **fields)
    assert form.is_valid(), form.errors
    return form.terms()


def _values(field: BoundField) -> list[str]:
    """The values among which a field lets a player choose."""
    assert isinstance(field.field, ChoiceField)
    choices: Any = field.field.choices
    return [value for value, _label in choices]


def test_every_game_has_a_title_a_line_a_source_and_a_picture() -> None:
    assert TITLES.keys() == TEXTS.keys() == SOURCES.keys() == set(GAMES)
    assert sorted(game for group in GROUPS for game in group.games) == sorted(GAMES)
    assert PICTURES.keys() == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_shows_the_board_of_its_game(name: str) -> None:
    picture = pictures.board(name)
    assert f'data-skin="{PICTURES[name].skin}"' in picture
    references = set(re.findall(r'href="#([\w-]+)"', picture))
    assert references <= set(re.findall(r'id="([\w-]+)"', pictures.drawings([name])))
    assert ("mb" in references) == (name in TABLES)
    assert len(picture) < 2800


def test_pictures_of_games_in_one_wood_differ() -> None:
    drawn = {name: pictures.board(name) for name in GAMES if name != "tabla-bg"}
    assert len(set(drawn.values())) == len(drawn)


@pytest.mark.parametrize("game", GAMES)
def test_one_button_is_enough(game: str) -> None:
    form = form_for(game, _query(opponent="computer"))
    assert form.is_valid(), form.errors
    terms = form.terms()
    assert terms == Terms(game, options=terms.options, length=playable_lengths(game)[0])
    assert terms.clock is None
    assert games.get(game, **terms.options) == games.get(game)
    assert form.side() == 0
    assert not isinstance(form, TablesForm) or not form.cube_open
    assert not form.stakes_open


@pytest.mark.parametrize("game", GAMES)
def test_what_an_empty_form_shows_is_what_happens(game: str) -> None:
    shown = form_for(game)
    initial_values = {field.name: str(field.initial) for field in shown if field.initial is not None}
    assert _terms(game, **initial_values) == _terms(game)


@pytest.mark.parametrize("game", by_day(BY_DAY, GAMES))
def test_every_choice_of_every_form_can_be_played(game: str) -> None:
    for name, field in form_for(game).fields.items():
        for value, _label in getattr(field, "choices", ()):
            more = {"cube": "yes", "delay": "5"} if name not in ("cube", "training") else {}
            fields = {"opponent": "computer", "points": "5", **more, name: value}
            assert _terms(game, **fields).game == game


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_has_words_and_can_be_chosen(game: str) -> None:
    for name, values in games.get(game).choices:
        words = OPTIONS[name]
        assert words.label
        assert all(words.text_of(value) for value in values)
        field = form_for(game)[name]
        if isinstance(field.field, NumberedChoice):
            continue  # very many
        option_values = [_terms(game, **{name: value}).options[name] for value in _values(field)]
        assert [(type(value), value) for value in option_values] == [(type(value), value) for value in values]


@pytest.mark.parametrize("game", GAMES)
def test_options_together_are_played_or_refused_in_words(game: str) -> None:
    offered = [[(field.name, value) for value in _values(field)] for field in form_for(game).own_rules]
    for combination in product(*offered):
        form = _form(game, **dict(combination))
        if form.is_valid():
            form.terms().check()
        else:
            assert form.non_field_errors()


def test_no_words_are_left_over() -> None:
    agreed = {name for game in GAMES for name, _values in games.get(game).choices}
    assert OPTIONS.keys() == agreed


def test_every_length_of_a_match() -> None:
    for length in range(1, 65):
        assert _terms(length=str(length)).length == length
        assert _terms(length="other", points=str(length)).length == length


def test_the_usual_lengths_are_offered_first() -> None:
    form = form_for("tabla")
    assert isinstance(form, TablesForm)
    shown = [value for value, _text in form.fields["length"].choices]  # type: ignore[attr-defined]
    assert shown == [*map(str, LENGTHS), "0", "other"]


def test_another_length_counts_only_where_it_is_asked_for() -> None:
    assert _terms(length="5", points="17").length == 5
    assert _terms(points="17").length == 1


def test_three_games_are_no_match_to_one_point() -> None:
    form = _form("three-games", length="other", points="2")
    assert list(form.errors) == ["points"]


def test_the_choices_reach_the_terms() -> None:
    form = form_for(
        "long-nardy",
        _query(
            opponent="computer", length="7", colour="dark", direction="left", cube="yes", clock="calm",
            head_list="fivestars", home_mars="4", crawford="no", beaver="raccoon", auto_doubles="2",
        ),
    )  # fmt: skip
    assert form.is_valid(), form.errors
    terms = form.terms()
    assert (terms.length, terms.cube, terms.mirror, terms.clock) == (7, True, True, CLOCKS["calm"])
    assert (terms.options["head_list"], terms.options["home_mars"]) == ("fivestars", 4)
    assert (terms.crawford, terms.beaver, terms.raccoon, terms.auto_doubles) == (False, True, True, 2)
    assert form.side() == 1
    assert isinstance(form, TablesForm)
    assert form.cube_open


def test_stakes_reach_the_terms_by_the_rules_of_the_game() -> None:
    """Fees, and what is held, by the two clubs that the games come from."""
    single = _terms(stake="2,5", most="20.00")
    assert single.stakes == Stakes(250, 2000, "pot", unit="credits", rate=500)
    assert (single.rated, single.delayed, single.clock) == (True, True, CLOCKS["calm"])
    assert single.stakes.held(1) == 2000
    assert _terms(stake="2").stakes == Stakes(200, 600, "pot", unit="credits", rate=500)
    match = _terms(stake="2", most="20", length="7").stakes
    assert match is not None
    assert (match.held(7), match.most) == (200, 200)
    for game in ("short-nardy-5s", "long-nardy-5s"):
        assert _terms(game, stake="100").stakes == Stakes(100_00, 100_00, "profit", unit="credits", rate=1000)
        assert "most" not in form_for(game, None, member=True).fields


def test_stakes_are_for_members_of_a_club_that_plays_for_them(settings: Any) -> None:
    assert "stake" in form_for("tabla", None, member=True).fields
    assert not {"stake", "most"} & form_for("tabla").fields.keys()
    settings.LEDGER = settings.LEDGER._replace(stakes=False)
    assert not {"stake", "most"} & form_for("tabla", None, member=True).fields.keys()


def test_a_beaver_alone() -> None:
    terms = _terms(cube="yes", beaver="beaver", jacoby="yes")
    assert (terms.beaver, terms.raccoon, terms.jacoby) == (True, False, True)


def test_the_cube_goes_up_by_one() -> None:
    assert _terms(cube="yes", raises="add").raises == "add"


def test_by_lot_gives_both_sides() -> None:
    form = form_for("tabla", _query(opponent="friend", colour="random"))
    assert form.is_valid()
    assert {form.side() for _ in range(100)} == {0, 1}


def test_a_clock_of_ones_own() -> None:
    form = form_for("tabla", _query(opponent="friend", clock="own", delay="8", bank="3", increment="2"))
    assert form.is_valid()
    assert form.terms().clock == ClockTerms(delay=8_000, bank=180_000, increment=2_000)


@pytest.mark.parametrize("delay", ["8", "-1", "301", "soon"])
def test_parts_of_a_clock_count_only_for_ones_own(delay: str) -> None:
    form = form_for("tabla", _query(opponent="friend", clock="none", delay=delay, points="4000"))
    assert form.is_valid(), form.errors
    assert form.terms().clock is None


def test_the_page_leads_to_each_field_that_is_wrong() -> None:
    form = form_for("tabla", _query(opponent="friend", length="-3", clock="own", delay="301", to="x" * 41))
    assert [(place, field.name) for place, field in form.wrong] == [
        ("id_delay", "delay"),
        ("id_length-said", "length"),
    ]


BAD = [
    ("opponent", "", {}),
    ("opponent", "nobody", {}),
    ("length", "65", {}),
    ("length", "-3", {}),
    ("length", "12345", {}),
    ("points", "", {"length": "other"}),
    ("points", "0", {"length": "other"}),
    ("points", "65", {"length": "other"}),
    ("points", "many", {"length": "other"}),
    ("length", "3.5", {}),
    ("length", "9" * 400, {}),
    ("colour", "red", {}),
    ("direction", "up", {}),
    ("cube", "maybe", {}),
    ("cube", "True", {}),
    ("clock", "sundial", {}),
    ("clock", "own", {}),
    ("clock", "own", {"delay": "0", "bank": "0", "increment": "10"}),
    ("delay", "-1", {"clock": "own"}),
    ("delay", "301", {"clock": "own"}),
    ("delay", "soon", {"clock": "own"}),
    ("bank", "181", {"clock": "own"}),
    ("increment", "61", {"clock": "own", "delay": "5"}),
    ("increment", "\0", {"clock": "own", "delay": "5"}),
    # about the cube
    ("cube", "no", {"beaver": "beaver"}),
    ("cube", "no", {"beaver": "raccoon"}),
    ("cube", "no", {"jacoby": "yes"}),
    ("cube", "no", {"auto_doubles": "1"}),
    ("cube", "no", {"raises": "add"}),
    ("beaver", "yes", {"cube": "yes"}),
    ("auto_doubles", "4", {"cube": "yes"}),
    ("auto_doubles", "-1", {"cube": "yes"}),
    ("raises", "add", {"cube": "yes", "beaver": "beaver"}),
    ("raises", "thrice", {"cube": "yes"}),
    ("jacoby", "yes", {"cube": "yes", "length": "5"}),
    ("crawford", "perhaps", {"cube": "yes"}),
    # about the stakes
    ("stake", "", {"most": "5"}),
    ("stake", "2", {"fee": "pot"}),
    ("stake", "0.99", {}),
    ("stake", "2", {"opponent": "computer"}),
    ("clock", "none", {"stake": "2"}),
    ("stake", "3", {"most": "2.99"}),
    ("stake", "0", {}),
    ("stake", "-2", {}),
    ("stake", "0.001", {}),
    ("stake", "nan", {}),
    ("stake", "Infinity", {}),
    ("stake", "1e99999999", {}),
    ("stake", "1e2", {}),
    ("stake", "+5", {}),
    ("stake", "1_000", {}),
    ("stake", "٢٥", {}),
    ("stake", "２５", {}),
    ("stake", "2,000.00", {}),
    ("stake", "-", {}),
    ("stake", ".", {}),
    ("most", "1e2", {"stake": "2"}),
    ("stake", "10000000.01", {}),
    ("stake", "9" * 4000, {}),
    ("stake", "two", {}),
    ("stake", "<b>", {}),
    ("most", "much", {"stake": "2"}),
]


@pytest.mark.parametrize("language", by_day(("el",), OTHERS))
def test_a_form_refuses_bad_input_in_the_readers_language(language: str) -> None:
    for name, value, more in BAD:
        texts = {}
        for locale in ("en", language):
            form = _form(**more, **{name: value})
            with translation.override(locale):
                assert not form.is_valid(), (name, value)
                assert list(form.errors) == [name], value
                texts[locale] = str(form.errors[name][0])
        assert texts["en"] != texts[language], (name, value)


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
    assert form.terms() == Terms("tabla")


def test_a_club_without_a_cube_offers_none() -> None:
    terms = _terms("tabla-bg", cube="yes", beaver="beaver", jacoby="yes")
    assert terms == Terms("tabla-bg")


def test_where_every_win_counts_one_there_is_no_jacoby() -> None:
    assert "jacoby" not in form_for("indiyka").fields
    assert "jacoby" in form_for("short-nardy").fields


def test_three_games_need_three_points() -> None:
    assert playable_lengths("three-games") == tuple(range(3, 65))
    assert list(_form("three-games", length="1").errors) == ["length"]
    assert "jacoby" not in form_for("three-games").fields


def test_a_handicap_speaks_of_levels_only_where_there_are_some() -> None:
    assert "level" in form_for("tabla")["head_start"].help_text
    assert "level" not in form_for("indiyka")["head_start"].help_text


def test_indiyka_asks_for_half_a_board() -> None:
    assert form_for("indiyka")["direction"].label != form_for("tabla")["direction"].label


@pytest.mark.parametrize("sum_", ["1.01", "2", "2.5", "2,50", " 2 ", "1 000", "10000000"])
def test_sums_as_people_write_them(sum_: str) -> None:
    stakes = _terms(stake=sum_).stakes
    assert stakes is not None
    assert stakes.stake == round(float(sum_.replace(",", ".").replace(" ", "")) * 100)


# boards with squares


@pytest.mark.parametrize("game", SQUARES)
def test_squares_are_one_game_without_cube_or_direction(game: str) -> None:
    fields = form_for(game).fields.keys()
    assert not fields & {"length", "direction", "cube", "crawford", "jacoby", "delay", "bank"}
    assert playable_lengths(game) == (1,)
    terms = _terms(game, length="7", cube="yes", direction="left")
    assert (terms.length, terms.cube, terms.mirror) == (1, False, False)


def test_minutes_for_the_game_and_seconds_for_each_move() -> None:
    for minutes, added in product(MINUTES, ADDED):
        terms = _terms("chess", clock="game", minutes=str(minutes), added=str(added), alone="3")
        assert terms.clock == ClockTerms(bank=minutes * 60_000, increment=added * 1000)


@pytest.mark.parametrize("alone", ALONE)
def test_seconds_for_each_move_alone(alone: int) -> None:
    assert _terms("ugolki", clock="move", alone=str(alone)).clock == ClockTerms(delay=alone * 1000)


def test_a_friend_plays_by_the_clock_and_the_computer_need_not() -> None:
    assert _terms("giveaway").clock == ClockTerms(bank=600_000, increment=5_000)
    assert _terms("giveaway", clock="usual", minutes="5").clock == ClockTerms(bank=600_000, increment=5_000)
    assert _terms("giveaway", minutes="5").clock == ClockTerms(bank=300_000, increment=5_000)
    assert _terms("giveaway", opponent="computer", clock="usual").clock is None
    assert _form("giveaway")["clock"].initial == "usual"  # what a page sends that nobody has changed
    assert list(_form("giveaway", clock="none").errors) == ["clock"]
    assert _terms("giveaway", opponent="computer", clock="none").clock is None
    assert _terms("giveaway", opponent="computer", clock="move").clock == ClockTerms(delay=30_000)


@pytest.mark.parametrize(
    ("game", "text"), [("chess", "White moves first."), ("english-draughts", "Black moves first.")]
)
def test_who_begins_is_said(game: str, text: str) -> None:
    assert str(form_for(game)["colour"].help_text) == text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clock", "quick"),
        ("minutes", "2"),
        ("added", "-1"),
        ("alone", "0"),
        ("alone", "9" * 400),
        ("colour", "red"),
    ],
)
def test_bad_input_of_squares(name: str, value: str) -> None:
    assert list(_form("draughts", **{name: value}).errors) == [name]


@pytest.mark.parametrize("pace", PACES)
@pytest.mark.parametrize("game", SQUARES)
def test_a_search_on_squares_uses_a_clock_of_the_form(game: str, pace: Pace) -> None:
    clock = usual(Kind(game, pace)).clock
    assert clock is not None
    assert (clock.delay, clock.bank / 60_000 in MINUTES, clock.increment / 1_000 in ADDED) == (0, True, True)
    minutes, added = str(clock.bank // 60_000), str(clock.increment // 1_000)
    assert _terms(game, clock="game", minutes=minutes, added=added).clock == clock


def test_what_was_agreed_on_squares_reaches_the_terms() -> None:
    terms = _terms("ugolki", house="4x4", safety_draw="yes", stake="3", clock="game")
    assert terms.options == {"house": "4x4", "safety_draw": True}
    assert terms.stakes == Stakes(300, 300, "pot", unit="credits", rate=500)
    assert _terms("russian-draughts", max_in_direction="yes").options["max_in_direction"] is True


@pytest.mark.parametrize(("sent", "agreed"), [("", "drawn"), ("drawn", "drawn"), ("0", 0), ("959", 959)])
def test_a_starting_position_is_typed_or_drawn(sent: str, agreed: str | int) -> None:
    assert _terms("chess960", start_number=sent).options == {"start_number": agreed, "safety_draw": False}


@pytest.mark.parametrize("sent", ["960", "-1", "5.0", "x"])
def test_a_starting_position_that_does_not_exist(sent: str) -> None:
    assert "start_number" in _form("chess960", start_number=sent).errors


def test_an_empty_field_is_a_starting_position_that_is_drawn() -> None:
    form = form_for("chess960")
    (field,) = form.typed_rules
    assert "value=" not in str(field)
    assert 'value="342"' in str(form_for("chess960", QueryDict("start_number=342")).typed_rules[0])
    assert [field.name for field in form.own_rules] == ["safety_draw"]


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_rule_has_one_name_everywhere(name: str) -> None:
    """The form of a new table, the sheets of the lobby and the table itself call it the same."""
    words, usual = OPTIONS[name], ("mars", "koks", "home_mars")
    with translation.override("en"):
        if name not in usual:
            assert WORDS[name] == str(words.label)
        for value, text in words.values.items():
            if not isinstance(value, bool):
                assert WORDS[f"{name}_{value}"] == str(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_players_on_one_device_have_the_names_of_their_colours(language: str) -> None:
    with translation.override(language):
        for game, light, dark in (("tabla", "Light", "Dark"), ("chess", "White", "Black")):
            terms = _terms(game, opponent="local")
            assert terms.local == (translation.gettext(light), translation.gettext(dark))
            assert (terms.clock, terms.rated, terms.training) == (None, False, False)
    assert _terms("tabla", opponent="local", clock="calm").clock == CLOCKS["calm"]
    assert _terms("tabla").local is None


def test_two_players_on_one_device_may_have_names_of_their_own() -> None:
    names = {"light_name": "  Баба\u202e Мара ", "dark_name": ""}
    terms = _terms("chess", opponent="local", **names)
    assert terms.local == ("Баба Мара", "Black")
    form = _form("chess", opponent="local", **names)
    assert form.is_valid()
    assert form.names_of(terms) == {"light_name": "Баба Мара"}
    assert not last_terms.changed_values(form)
    assert _terms("chess", **names).local is None
    assert _form(opponent="local", light_name="a" * 21).errors.keys() == {"light_name"}


def test_a_match_on_one_device_has_no_stake() -> None:
    form = _form(opponent="local", stake="5")
    assert not form.is_valid()
    assert form.errors.keys() == {"stake"}
