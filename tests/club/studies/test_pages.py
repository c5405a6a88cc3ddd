"""The pages of studies, and the changes that writers make."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from zaria.club.accounts.models import Member
from zaria.club.relations.models import Relation
from zaria.club.studies import actions, member_data
from zaria.club.studies.announcements import StudyAnnouncer
from zaria.club.studies.models import Role, Study, StudyChange, StudyChapter, StudyPerson
from zaria.club.support.subjects import find_subject
from zaria.live.sockets.protocol.server import StudyChanged
from zaria.studies import chapter
from zaria.studies.operations import AddAct

pytestmark = pytest.mark.django_db


def member(name: str, **fields: Any) -> Member:
    """A member of this login."""
    return Member.objects.create(
        username=name, email=f"{name}@example.org", player=f"m{name}", since=timezone.now(), **fields
    )


def browser(who: Member | None = None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if who is not None:
        client.force_login(who)
    return client


@pytest.fixture(autouse=True)
def _new_rates() -> None:
    """No earlier test has used up what a member may do in a minute."""
    actions.change_rates.cache_clear()
    actions.creation_rates.cache_clear()


@pytest.fixture
def ada() -> Member:
    return member("Ada")


@pytest.fixture
def study(ada: Member) -> Study:
    """A study of Ada's with a chapter of backgammon."""
    answer = browser(ada).post(
        "/studies/new",
        {"title": "Openings", "visibility": "private", "chapter": "31", "game": "backgammon", "position": ""},
    )
    assert answer.status_code == 302
    return Study.objects.get()


def chapter_path(study: Study) -> str:
    return f"/studies/{study.pk}/{study.chapters.get().pk}"


def change(client: Client, study: Study, held: str = "", **operation: Any) -> Any:
    fields = {"operation": json.dumps(operation), "held": held}
    return client.post(f"{chapter_path(study)}/change", fields)


def test_a_new_study_stands_in_the_list_of_its_owner(ada: Member, study: Study) -> None:
    page = browser(ada).get("/studies").content.decode()
    assert "Openings" in page
    assert "1 chapter" in page
    assert "Private" in page
    shown = browser(ada).get(f"/studies/{study.pk}")
    assert shown.status_code == 200
    assert "31" in shown.content.decode()


def test_a_private_study_is_for_the_people_in_it(ada: Member, study: Study) -> None:
    bob = member("Bob")
    for client in (browser(), browser(bob)):
        assert client.get(f"/studies/{study.pk}").status_code == 404
        assert client.get(f"{chapter_path(study)}/line.json").status_code == 404
        assert change(client, study, do="add", node=0, act="31").status_code == 404
    actions.invite(ada, study, "bob", Role.READER)
    assert browser(bob).get(f"/studies/{study.pk}").status_code == 200
    assert change(browser(bob), study, do="add", node=0, act="31").status_code == 403
    assert "Openings" in browser(bob).get("/studies?list=shared").content.decode()
    actions.invite(ada, study, "bob", Role.WRITER)
    assert change(browser(bob), study, do="add", node=0, act="31").status_code == 200


def test_public_studies_are_listed_and_unlisted_ones_have_their_link(ada: Member, study: Study) -> None:
    for visibility, is_listed in (("unlisted", False), ("public", True)):
        answer = browser(ada).post(
            f"/studies/{study.pk}/settings", {"title": "Openings", "visibility": visibility}
        )
        assert answer.status_code == 302
        assert browser().get(f"/studies/{study.pk}").status_code == 200
        assert ("Openings" in browser().get("/studies").content.decode()) == is_listed


def test_a_roll_and_its_turn_are_added_and_sent_back(ada: Member, study: Study) -> None:
    client = browser(ada)
    answer = change(client, study, do="add", node=0, act="31").json()
    assert [node["id"] for node in answer["sheet"]["nodes"]] == [0, 1]
    entry = client.get(f"{chapter_path(study)}/entry.json?node=1").json()
    assert entry["ways"]["tree"]
    assert not entry["roll"]
    answer = change(client, study, do="add", node=1, act="8-3,6-1").json()
    assert answer["line"]["frames"][-1]["played"] == [3, 1]
    assert "8/5 6/5" in answer["list"]
    row = study.chapters.get()
    assert (row.revision, StudyChange.objects.count()) == (2, 2)
    assert len(chapter.decode(row.body).nodes) == 3


def test_the_line_is_sent_only_if_it_has_changed(ada: Member, study: Study) -> None:
    client = browser(ada)
    assert client.get(f"{chapter_path(study)}/line.json?since=0").status_code == 204
    change(client, study, do="add", node=0, act="31")
    answer = client.get(f"{chapter_path(study)}/line.json?since=0&node=0").json()
    assert answer["sheet"]["revision"] == 1


@pytest.mark.parametrize(
    ("operation", "code"),
    [
        ({"do": "add", "node": 0, "act": "24-6"}, "illegal"),
        ({"do": "add", "node": 9, "act": "31"}, "no_node"),
        ({"do": "fly"}, "bad_value"),
        ({"do": "comment", "node": 0, "text": "x" * 2001, "before": ""}, "text"),
        ({"do": "comment", "node": 0, "text": "See www.example.com", "before": ""}, "text"),
        ({"do": "comment", "node": 0, "text": "Mine", "before": "Another"}, "changed"),
    ],
)
def test_a_refused_change_says_why_and_changes_nothing(
    ada: Member, study: Study, operation: dict[str, Any], code: str
) -> None:
    answer = change(browser(ada), study, **operation)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert answer.json()["reason"]
    assert (study.chapters.get().revision, StudyChange.objects.count()) == (0, 0)


def test_comments_lose_what_deceives_readers(ada: Member, study: Study) -> None:
    change(browser(ada), study, do="comment", node=0, text=" A\u202eplan  here ", before="")
    assert chapter.decode(study.chapters.get().body).nodes[0].comment == "Aplan here"


def test_muted_members_write_no_texts(ada: Member, study: Study) -> None:
    ada.muted_until = timezone.now() + timedelta(days=1)
    ada.save()
    answer = change(browser(ada), study, do="comment", node=0, text="Hello", before="")
    assert answer.json()["code"] == "muted"
    assert change(browser(ada), study, do="add", node=0, act="31").status_code == 200


def test_chapters_are_added_renamed_moved_and_deleted(ada: Member, study: Study) -> None:
    client, first = browser(ada), study.chapters.get()
    fields = {"chapter": "", "game": "chess", "position": "8/8/8/8/8/4k3/8/4K2R w K - 0 1"}
    answer = client.post(f"/studies/{study.pk}/chapters", fields)
    assert answer.status_code == 302
    second = study.chapters.exclude(pk=first.pk).get()
    assert (second.title, second.game) == ("Chapter 2", "chess")
    client.post(f"/studies/{study.pk}/{second.pk}/edit", {"act": "rename", "title": "Ending"})
    client.post(f"/studies/{study.pk}/{second.pk}/edit", {"act": "up"})
    rows = study.chapters.order_by("place")
    assert [row.title for row in rows] == ["Ending", "31"]
    client.post(f"/studies/{study.pk}/{second.pk}/edit", {"act": "delete"})
    assert [row.title for row in study.chapters.all()] == ["31"]
    answer = client.post(f"/studies/{study.pk}/{first.pk}/edit", {"act": "delete"})
    assert answer.status_code == 422
    assert study.chapters.count() == 1


def test_a_position_that_is_none_is_refused_at_its_field(ada: Member) -> None:
    fields = {"title": "A", "visibility": "public", "chapter": "", "game": "chess", "position": "nonsense"}
    answer = browser(ada).post("/studies/new", fields)
    assert answer.status_code == 422
    assert 'id="id_position_error"' in answer.content.decode()
    assert not Study.objects.exists()


def test_only_members_who_are_not_apart_are_invited(ada: Member, study: Study) -> None:
    bob = member("Bob")
    Relation.objects.create(member=bob, other=ada, blocks=True)
    for login, text in (("Nobody", "There is no member"), ("Bob", "You can&#x27;t invite this member.")):
        answer = browser(ada).post(f"/studies/{study.pk}/people", {"login": login, "role": "reader"})
        assert answer.status_code == 422
        assert text in answer.content.decode()
    assert StudyPerson.objects.count() == 1


def test_people_leave_and_are_removed(ada: Member, study: Study) -> None:
    bob, eve = member("Bob"), member("Eve")
    for person in (bob, eve):
        actions.invite(ada, study, person.username, Role.WRITER)
    assert browser(eve).post(f"/studies/{study.pk}/people", {"remove": "Bob"}).status_code == 422
    browser(bob).post(f"/studies/{study.pk}/people", {"remove": "Bob"})
    browser(ada).post(f"/studies/{study.pk}/people", {"remove": "Eve"})
    browser(ada).post(f"/studies/{study.pk}/people", {"remove": "Ada"})
    assert list(StudyPerson.objects.values_list("member__username", "role")) == [("Ada", "owner")]


def test_writers_neither_set_nor_delete_a_study(ada: Member, study: Study) -> None:
    bob = member("Bob")
    actions.invite(ada, study, "Bob", Role.WRITER)
    for path in ("settings", "delete"):
        assert browser(bob).post(f"/studies/{study.pk}/{path}", {}).status_code == 404
    assert browser(ada).post(f"/studies/{study.pk}/delete").status_code == 302
    assert not (Study.objects.exists())
    assert not (StudyChapter.objects.exists())


def test_a_study_has_no_more_chapters_than_it_may(
    ada: Member, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actions, "MOST_CHAPTERS", 1)
    answer = browser(ada).post(
        f"/studies/{study.pk}/chapters", {"chapter": "", "game": "chess", "position": ""}
    )
    assert answer.status_code == 422
    assert study.chapters.count() == 1


def test_the_studies_of_a_deleted_account_go_on_with_their_writers(ada: Member, study: Study) -> None:
    bob = member("Bob")
    actions.invite(ada, study, "Bob", Role.WRITER)
    change(browser(bob), study, do="add", node=0, act="31")
    alone = actions.create(ada, "Alone", "private", [chapter.ChapterTree(chapter.Start("chess"))])
    (first, second) = member_data.stored_data(ada)
    assert (first["title"], second["title"]) == ("Openings", "Alone")
    assert len(first["chapters"][0]["nodes"]) == 2
    member_data.forget(ada)
    assert not Study.objects.filter(pk=alone.pk).exists()
    assert list(StudyPerson.objects.values_list("member__username", "role")) == [("Bob", "owner")]
    member_data.forget(bob)
    assert not Study.objects.exists()


def test_readers_report_a_study(ada: Member, study: Study) -> None:
    bob = member("Bob")
    assert find_subject(f"study:{study.pk}", bob.player, lambda _match: None) is None
    actions.update(ada, study, "Openings", "unlisted")
    subject = find_subject(f"study:{study.pk}", bob.player, lambda _match: None)
    assert subject is not None
    assert (subject.title, subject.path, subject.member) == ("Openings", f"/studies/{study.pk}", ada)


def test_a_study_is_a_file_of_each_format_that_holds_a_chapter(ada: Member, study: Study) -> None:
    client = browser(ada)
    change(client, study, do="add", node=0, act="31")
    change(client, study, do="comment", node=1, text="Only one turn is right.", before="")
    for form, text in (("json", '"format":"zaria-study"'), ("sgf", "PL[W]DI[31]C[Only one turn is right.]")):
        answer = client.get(f"/studies/{study.pk}.{form}")
        assert text in answer.content.decode()
        assert answer["Content-Disposition"] == f'attachment; filename="openings-{study.pk}.{form}"'
    assert client.get(f"/studies/{study.pk}.pgn").status_code == 404
    assert browser().get(f"/studies/{study.pk}.json").status_code == 404
    page = client.get(f"/studies/{study.pk}/print").content.decode()
    assert "Only one turn is right." in page
    assert page.count('class="study-diagram"') == 2


def test_variations_are_printed_in_brackets(ada: Member, study: Study) -> None:
    client = browser(ada)
    for node, act in ((0, "31"), (0, "42"), (2, "8-4,6-2")):
        change(client, study, do="add", node=node, act=act)
    page = client.get(f"/studies/{study.pk}/print").content.decode()
    moves = re.sub(r"<[^>]+>", "", page.split('class="study-moves"')[1].partition("</section>")[0])
    assert " ".join(moves.partition(">")[2].split()) == "3-1 ( 4-2 8/4 6/4)"  # a disc behind the bracket


def test_readers_are_told_where_the_leader_is(ada: Member, study: Study) -> None:
    bob, client = member("Bob"), browser(ada)
    actions.invite(ada, study, "Bob", Role.READER)
    path = chapter_path(study)
    assert browser(bob).post(f"{path}/lead", {"node": "0"}).status_code == 403
    change(client, study, do="add", node=0, act="31")
    assert client.post(f"{path}/lead", {"node": "1"}).status_code == 204
    lead = browser(bob).get(f"{path}/line.json?since=1&lead=0").json()["sheet"]["lead"]
    assert lead[:3] == ["Ada", study.chapters.get().pk, 1]
    assert browser(bob).get(f"{path}/line.json?since=1&lead={lead[3]}").status_code == 204
    client.post(f"{path}/lead", {})
    answer = browser(bob).get(f"{path}/line.json?since=1&lead={lead[3]}")
    assert answer.json()["sheet"]["lead"] is None


def test_readers_of_an_announcement_share_what_is_read(ada: Member, study: Study) -> None:
    client, path = browser(ada), chapter_path(study)
    change(client, study, do="add", node=0, act="31")
    actions.update(ada, study, "Openings", "unlisted")
    readers = [browser() for _reader in range(3)]
    address = f"{path}/line.json?node=0&since=0&lead=0&revision=1&step=0"
    with CaptureQueriesContext(connection) as queries:
        answers = [reader.get(address) for reader in readers]
    assert {answer.json()["sheet"]["revision"] for answer in answers} == {1}
    assert len([query for query in queries if '"studies_' in query["sql"]]) == 2
    change(client, study, do="add", node=0, act="42")
    answer = readers[0].get(address.replace("revision=1", "revision=2"))
    assert answer.json()["sheet"]["revision"] == 2
    actions.update(ada, study, "Openings", "private")
    assert readers[0].get(f"{path}/line.json?since=0").status_code == 404


def test_a_page_is_sent_what_differs_from_it(ada: Member, study: Study) -> None:
    client, line = browser(ada), f"{chapter_path(study)}/line.json"
    change(client, study, do="add", node=0, act="31")
    answer = change(client, study, do="add", node=1, act="8-3,6-1", held="1.1").json()
    assert "list" not in answer
    assert (answer["line"]["keep"], len(answer["line"]["frames"])) == (2, 1)
    assert [node["id"] for node in answer["sheet"]["nodes"]] == [1, 2]
    assert [(edit["node"], edit.get("after")) for edit in answer["edits"]["drawn"]] == [(1, None), (2, 1)]
    change(client, study, do="add", node=0, act="42")
    variation = client.get(f"{line}?node=2&held=2.2").json()["edits"]["drawn"][-1]
    assert (variation["after"], variation["is_variation"]) == (1, True)
    assert variation["html"].startswith('<div class="variation">')
    change(client, study, do="delete", node=3, count=1)
    assert client.get(f"{line}?node=2&held=3.2").json()["edits"]["removed"] == [3]
    assert client.get(f"{line}?node=2&held=4.2").json()["edits"] == {"removed": [], "drawn": []}


def test_a_page_of_an_unknown_state_is_sent_the_whole_line(ada: Member, study: Study) -> None:
    client, line = browser(ada), f"{chapter_path(study)}/line.json"
    for act in ("31", "42", "53"):
        whole = change(client, study, do="add", node=0, act=act).json()
    assert whole["list"].count("data-node=") == 3
    change(client, study, do="promote", node=2)
    for held in ("", "&held=3.1", "&held=9.1", "&held=x.1", "&held=1", "&held=-1.-1"):
        assert client.get(f"{line}?node=0{held}").json()["list"].count("data-node=") == 3
    assert "edits" in client.get(f"{line}?node=0&held=4.99").json()
    StudyChange.objects.update(touched="")
    change(client, study, do="sign", node=1, sign="!")
    assert "list" in client.get(f"{line}?node=0&held=3.1").json()
    assert "edits" in client.get(f"{line}?node=0&held=4.1").json()


def test_changes_are_announced_after_they_are_stored(
    ada: Member, study: Study, django_capture_on_commit_callbacks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    announced: list[StudyChanged] = []
    announcer = StudyAnnouncer(announced.append)
    monkeypatch.setattr(announcer, "add", announcer.take)
    monkeypatch.setattr(StudyAnnouncer, "_started", {announcer})
    row = study.chapters.get()
    with django_capture_on_commit_callbacks(execute=True):
        actions.change(ada, study, row.pk, AddAct(0, "31"))
        actions.change(ada, study, row.pk, AddAct(0, "31"))
        assert not announced
    assert announced == [StudyChanged(study.pk, row.pk, 1)]
    with django_capture_on_commit_callbacks(execute=True):
        actions.lead(ada, study, row.pk, 1)
        actions.stop_leading(ada, study)
        actions.move_chapter(ada, study, row.pk, 1)
    assert [bool(message.lead) for message in announced[1:]] == [True, True, False]


def test_a_reader_copies_a_study(ada: Member, study: Study) -> None:
    bob = member("Bob")
    change(browser(ada), study, do="add", node=0, act="31")
    assert browser(bob).post(f"/studies/{study.pk}/copy").status_code == 404
    actions.update(ada, study, "Openings", "public")
    answer = browser(bob).post(f"/studies/{study.pk}/copy")
    copied = Study.objects.exclude(pk=study.pk).get()
    assert answer.headers["Location"] == f"/studies/{copied.pk}"
    assert (copied.title, copied.visibility) == ("Openings", "private")
    assert list(copied.people.values_list("member__username", "role")) == [("Bob", "owner")]
    assert copied.chapters.get().body == study.chapters.get().body
    change(browser(bob), copied, do="add", node=0, act="42")
    assert (study.chapters.get().revision, copied.chapters.get().revision) == (1, 1)
    assert browser().post(f"/studies/{study.pk}/copy").status_code == 302
    assert Study.objects.count() == 2
