"""Members' own notes at matches: who may write them, who reads them, and when they go."""

from typing import Any

import pytest
from django.test import RequestFactory

from tests.support.club.member_client import Somebody
from tests.support.finished_matches import played
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.accounts.models import Member
from zaria.club.matches.notes import actions, member_data
from zaria.club.matches.notes.models import Note
from zaria.club.matches.replay import views
from zaria.club.personal_data import deletion, export
from zaria.live.rate_limits import Rates

pytestmark = pytest.mark.xdist_group("records")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody writes too fast, unless the test says so."""
    monkeypatch.setattr(actions, "rates", lambda: Rates(0))


def member(name: str) -> Member:
    return Member.objects.create(username=name, email=f"{name}@example.org", player=name)


@pytest.mark.django_db
def test_a_note_is_the_members_alone_and_can_be_changed() -> None:
    ann, bob = member("Ann"), member("Bob")
    actions.write(ann, "m1", " First \r\n line\0 ", 1)
    assert (actions.find(ann, "m1"), actions.find(bob, "m1"), actions.find(ann, "m2")) == (
        "First\nline",
        "",
        "",
    )
    actions.write(ann, "m1", "Second", 2)
    assert [(note.text, note.at) for note in Note.objects.all()] == [("Second", 2)]
    actions.write(ann, "m1", "  ", 3)
    assert not Note.objects.exists()


@pytest.mark.django_db
def test_notes_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = member("Ann")
    with pytest.raises(actions.NoteRefusedError, match="too_long"):
        actions.write(ann, "m1", "x" * (actions.LONGEST + 1), 1)
    monkeypatch.setattr(actions, "MOST", 1)
    actions.write(ann, "m1", "x", 1)
    actions.write(ann, "m1", "y", 1)
    with pytest.raises(actions.NoteRefusedError, match="too_many"):
        actions.write(ann, "m2", "x", 1)
    rates = Rates(1)
    monkeypatch.setattr(actions, "rates", lambda: rates)
    actions.write(ann, "m1", "z", 1)
    with pytest.raises(actions.NoteRefusedError, match="too_fast"):
        actions.write(ann, "m1", "w", 1)
    assert actions.find(ann, "m1") == "z"


@pytest.mark.django_db(transaction=True)
def test_notes_are_in_a_members_data_and_go_with_the_account() -> None:
    ann, bob = member("Ann"), member("Bob")
    actions.write(ann, "m1", "Mine", 5)
    actions.write(bob, "m1", "His", 6)
    assert export.of(ann)["notes"] == [{"match_id": "m1", "text": "Mine", "at": 5}]
    deletion.delete(ann, "Ruby-Owl 11")
    assert member_data.stored_data(ann) == []
    assert actions.find(bob, "m1") == "His"


@pytest.mark.django_db
def test_the_thread_that_draws_a_replay_asks_the_site_for_nothing(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    """It is one of many, and none of them notices that its connection was lost."""
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(views, "render", lambda request, template, context, status: shown.append(context))
    request = RequestFactory().get("/t/tabla-single/replay")
    request.user = member("Ann")
    events, names, outcome = played("tabla-single"), ("Ann", "Bob"), views.ReplayOutcome((), None)
    with django_assert_num_queries(0):
        views._replay(request, "tabla-single", events, names, 0, "Mine", outcome, was_imported=False)
    assert shown[0]["note"] == "Mine"


def test_a_visitor_writes_no_notes(shelved: Server) -> None:
    visitor = Visitor(shelved.url)
    assert 'class="own-note"' not in visitor.get("/t/tabla-single/replay").text
    assert visitor.get("/t/tabla-single/note").status == 405
    token = visitor.get("/replay").token
    page = visitor.send("POST", "/t/tabla-single/note", data={"csrfmiddlewaretoken": token, "text": "x"})
    assert page.status == 403


def test_a_note_that_is_refused_stays_in_its_field(shelved: Server) -> None:
    ann, path = Somebody(shelved.url).join(), "/t/tabla-single/note"
    replay = ann.get("/t/tabla-single/replay?at=4")
    for number in range(5 * actions.CHANGES_A_MINUTE):  # some more are allowed while these are sent
        page = ann.fill(path, replay, text=f"<b>Note</b> {number}", at="4")
        if page.status == 422:
            break
    assert number >= actions.CHANGES_A_MINUTE
    assert "Please wait a minute and try again." in page.text
    assert f"&lt;b&gt;Note&lt;/b&gt; {number}</textarea>" in page.text
    assert '<input type="hidden" name="at" value="4">' in page.text
    assert f"&lt;b&gt;Note&lt;/b&gt; {number - 1}</textarea>" in ann.get("/t/tabla-single/replay").text
