"""Money sessions, long matches and handicaps: from the form to the table and the pages that show them."""

import pytest
from django.http import QueryDict

from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.play import last_terms
from zaria.club.play.base_form import TableForm
from zaria.club.play.forms import form_for
from zaria.club.play.terms_text import card_summary, terms_details, terms_summary
from zaria.live.matches.cards import card
from zaria.match.evolve import evolve
from zaria.match.seats import opened
from zaria.match.terms import SESSION, ClockTerms, Terms


def _form(game: str, member: bool = False, **fields: str) -> TableForm:
    query = QueryDict(mutable=True)
    query.update({"opponent": "friend", **fields})
    form = form_for(game, query, member=member)
    form.is_valid()
    return form


def _terms(game: str, member: bool = False, **fields: str) -> Terms:
    form = _form(game, member, **fields)
    assert not form.errors
    return form.terms()


def test_a_session_is_never_rated_and_may_have_jacoby() -> None:
    terms = _terms("backgammon", member=True, length="0", cube="yes", jacoby="yes")
    assert (terms.length, terms.rated, terms.jacoby) == (SESSION, False, True)
    assert list(_form("backgammon", member=True, length="0", stake="5").errors) == ["length"]


def test_a_session_is_one_in_words() -> None:
    terms = Terms("backgammon", length=SESSION, cube=True, clock=ClockTerms(delay=12_000, bank=120_000))
    assert terms_summary(terms) == "Money session · 12 s per move + 2 min reserve · Doubling cube"
    assert ("Length", "Money session") in list(terms_details(terms))
    match = evolve(None, opened("m1", terms, "0" * 64, 1))
    assert card_summary(card(match, (None, None), 1, 0)).startswith("Money session · 12 s per move")


def test_the_form_finds_the_terms_of_a_session_again() -> None:
    fields = form_for("tabla").fields_of(Terms("tabla", length=SESSION), 0)
    assert (fields["length"], "points" in fields) == ("0", False)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("who", ["me", "opponent"])
def test_a_handicap_belongs_to_a_player_and_not_to_a_side(side: int, who: str) -> None:
    form = _form("tabla", length="5", handicap="2", head_start=who)
    start = form.terms_for(side).start_score
    assert start is not None
    assert start[side if who == "me" else 1 - side] == 2
    assert sum(start) == 2


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("who", ["me", "opponent"])
def test_a_new_game_begins_with_the_handicap_of_the_last(side: int, who: str) -> None:
    terms = _form("tabla", length="5", handicap="2", head_start=who).terms_for(side)
    fields = form_for("tabla").fields_of(terms, side)
    assert (fields["handicap"], fields["head_start"]) == ("2", who)
    assert "handicap" not in form_for("tabla").fields_of(terms, None)


def test_a_handicap_makes_a_match_unrated() -> None:
    assert _terms("tabla", member=True, length="5").rated
    assert not _terms("tabla", member=True, length="5", handicap="2").rated
    for fields in ({"length": "3", "handicap": "3"}, {"handicap": "1"}, {"length": "0", "handicap": "1"}):
        assert list(_form("tabla", member=False, **fields).errors) == ["handicap"]


def test_a_handicap_is_shown_to_who_may_sit_down(server: Server) -> None:
    host, guest = Visitor(server.url), Visitor(server.url)
    path = host.set_table(game="tabla", length="5", handicap="2", colour="light")
    assert "<dd>Dark starts with 2</dd>" in guest.get(f"{path}/terms").text
    assert guest.get(path).json("boot")["v"]["start_score"] == [0, 2]
    assert guest.get(path).json("boot")["v"]["score"] == [0, 2]


def test_a_member_sets_a_session_and_long_match(server: Server) -> None:
    member = Somebody(server.url).join()
    session = member.set_table(game="backgammon", length="0", cube="yes", rated="yes", opponent="anyone")
    assert "Money session" in member.get(session).text
    assert "Money session" in member.get(f"{session}/terms").text
    assert member.get("/").json("boot")["mine"][0]["length"] == 0
    long = member.set_table(game="tabla", length="other", points="64")
    assert "Match to 64" in member.get(f"{long}/terms").text


def test_a_handicap_is_suggested_again() -> None:
    form = _form("tabla", length="5", handicap="2", head_start="me")
    wanted = {"length": "5", "handicap": "2", "head_start": "me"}
    assert last_terms.changed_values(form) == wanted
    assert last_terms.allowed_values(form_for("tabla"), wanted) == wanted
