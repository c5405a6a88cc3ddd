"""The clock by the day in the form of a new table: for members, as days for each turn or as a pool."""

from itertools import product

import pytest
from django.http import QueryDict
from django.utils import translation

from tests.support.scripts import LANGUAGES
from zaria import games
from zaria.club.play import terms_text
from zaria.club.play.base_form import TableForm
from zaria.club.play.forms import form_for
from zaria.club.table_offers.forms import offer_form
from zaria.match.refusals import SENTENCES
from zaria.match.terms import DAYS, POOLS, USUAL_POOL, ClockTerms, Terms

GAMES = ["tabla", "backgammon", "long-nardy", "chess"]
CLOCKS = [
    *(
        ClockTerms.by_days(days, vacation=vacation, weekends=weekends)
        for days, vacation, weekends in product(DAYS, (True, False), (True, False))
    ),
    *(
        ClockTerms.with_pool(*pool, vacation=vacation, weekends=weekends)
        for pool, vacation, weekends in product(POOLS, (True, False), (True, False))
    ),
]


def _form(game: str, *, member: bool = True, **fields: str) -> TableForm:
    return _filled(game, fields, member=member)


def _filled(game: str, fields: dict[str, str], *, member: bool = True) -> TableForm:
    data = QueryDict(mutable=True)
    data.update({"opponent": "friend", **fields})
    return form_for(game, data, member=member)


def _terms(game: str, **fields: str) -> Terms:
    form = _filled(game, fields)
    assert form.is_valid(), form.errors
    return form.terms()


@pytest.mark.parametrize("game", GAMES)
def test_by_the_day_it_is_the_usual_pool_with_vacation_unless_something_else_is_said(game: str) -> None:
    terms = _terms(game, clock="days")
    assert terms.clock == ClockTerms.with_pool(*USUAL_POOL)
    assert terms.by_day
    assert terms.rated


def test_every_game_can_be_played_by_the_day() -> None:
    for game in [*games.names(), *games.names_on_squares()]:
        _terms(game, clock="days", days="1", pool="none", rated="no").check_new()


@pytest.mark.parametrize("game", GAMES)
def test_every_clock_by_the_day_goes_through_the_form_and_back(game: str) -> None:
    form = form_for(game, None, member=True)
    for clock in CLOCKS:
        fields = {name: str(value) for name, value in form.fields_of(Terms(game, clock=clock), 0).items()}
        assert _terms(game, **fields).clock == clock


def test_programs_send_the_days_alone() -> None:
    assert _terms("tabla", days="5", vacation="no").clock == ClockTerms.by_days(5, vacation=False)
    assert _terms("chess", pool="3-12", weekends="yes").clock == ClockTerms.with_pool(3, 12, weekends=True)
    assert _terms("tabla", clock="days", days="2").clock == ClockTerms.by_days(2)


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_days_belong_to_the_clock_by_the_day(game: str) -> None:
    clock = {"tabla": "quick", "chess": "usual"}[game]
    terms = _terms(game, clock=clock, days="5", pool="none")
    assert terms.clock is not None
    assert not terms.clock.by_day


@pytest.mark.parametrize("opponent", ["computer", "local"])
@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_the_computer_and_two_on_one_device_play_without_such_a_clock(game: str, opponent: str) -> None:
    assert _terms(game, opponent=opponent, clock="days").clock is None


@pytest.mark.parametrize("game", ["tabla", "chess"])
def test_guests_are_not_offered_it_and_read_that_it_is_for_members(game: str) -> None:
    form = _form(game, member=False, clock="days")
    assert not form.is_valid()
    assert form.errors["clock"] == [str(SENTENCES["by_day_members"])]
    assert not form.by_day_parts
    values = [radio.data["value"] for radio in form["clock"]]
    assert "days" not in values
    assert values == [radio.data["value"] for radio in _form(game)["clock"]][:-1]


@pytest.mark.parametrize("fields", [{"days": "4"}, {"pool": "7-12"}, {"days": "0"}])
def test_other_times_cannot_be_agreed_on(fields: dict[str, str]) -> None:
    assert not _filled("tabla", {"clock": "days", **fields}).is_valid()


def test_an_offer_of_other_terms_can_change_the_days() -> None:
    changes = QueryDict("pool=none&days=14&weekends=yes")
    form = offer_form(Terms("tabla", clock=ClockTerms.with_pool(7, 24), rated=True), 0, changes)
    assert form.is_valid(), form.errors
    assert form.terms().clock == ClockTerms.by_days(14, weekends=True)


def test_such_a_clock_in_words() -> None:
    texts = {
        ClockTerms.by_days(1): "1 d per move",
        ClockTerms.with_pool(7, 24): "7 d + 1 d per move",
        ClockTerms.with_pool(3, 12, vacation=False): "3 d + 12 h per move, no vacation",
        ClockTerms.by_days(14, weekends=True): "14 d per move, weekends off",
    }
    assert {clock: terms_text.clock_text(clock) for clock in texts} == texts


def test_lists_have_it_in_short() -> None:
    clocks = [ClockTerms.by_days(5), ClockTerms.with_pool(7, 24), ClockTerms.with_pool(3, 12, weekends=True)]
    short = ["By the day: 5", "By the day: 7+", "By the day: 3+"]
    assert [terms_text.short_clock_text(clock) for clock in clocks] == short
    assert terms_text.short_clock_text(None) == terms_text.clock_text(None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_such_clocks_read_alike(language: str) -> None:
    with translation.override(language):
        texts = {terms_text.clock_text(clock) for clock in CLOCKS}
    assert len(texts) == len(CLOCKS)
