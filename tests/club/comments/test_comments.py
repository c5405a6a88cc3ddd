"""Comments: who writes them, how many, and what reaches a reader."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client
from django.utils import timezone

from tests.club.ledger.conftest import club
from tests.support.club.rating_records import played
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.comments import actions
from zaria.club.comments.comment_places import find_place, place_of_path
from zaria.club.comments.models import Comment
from zaria.club.personal_data import export
from zaria.club.site.text import word_filter
from zaria.club.site.text.plain_text import RefusedTextError
from zaria.club.site.text.word_filter import contains_forbidden_word
from zaria.club.staff import roles
from zaria.club.staff.models import Act, Notice

__all__ = ["club", "plain_files"]


@pytest.fixture(autouse=True)
def _plain_files(plain_files: None) -> Iterator[None]:
    """For all pages; the words of another test are not this one's."""
    word_filter.forget_words()
    yield
    word_filter.forget_words()


@pytest.fixture
def ann(db: None) -> Member:
    return Member.objects.create(username="Annxx", email="ann@example.org", since=timezone.now(), agreed=0)


@pytest.fixture
def browser(ann: Member) -> Client:
    client = Client()
    client.force_login(ann)
    return client


def write(member: Member, text: str, place: str = "club") -> Comment:
    target = find_place(place)
    assert target is not None
    return actions.write(member, target, text)


def refusal(member: Member, text: str) -> str:
    with pytest.raises(RefusedTextError) as refused:
        write(member, text)
    assert str(refused.value).endswith((".", ")."))
    return refused.value.code


@pytest.mark.parametrize(
    ("place", "path"), [("club", "/about"), ("rules:tabla", "/rules/tabla")]
)  # the replay of a match needs a running club
def test_a_comment_is_written_read_and_removed(browser: Client, ann: Member, place: str, path: str) -> None:
    text = "<script>alert(1)</script>\r\n\r\n\r\nTwo\u202e lines"
    answer = browser.post("/comments", {"place": place, "text": text})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{path}#comments")
    stranger = html_of(Client().get(path))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br/><br/>Two lines" in stranger.replace("<br>", "<br/>")
    assert "Sign in to comment" in stranger
    assert "Remove my comment" not in stranger
    comment = Comment.objects.get()
    page = html_of(browser.get(path))
    assert f'action="/comments/{comment.pk}/remove"' in page
    assert browser.post(f"/comments/{comment.pk}/remove").status_code == 302
    assert browser.post(f"/comments/{comment.pk}/remove").status_code == 404
    assert "No comments yet." in html_of(browser.get(path))
    assert Comment.objects.get().text == ""


def test_a_refused_comment_keeps_its_text(browser: Client) -> None:
    answer = browser.post("/comments", {"place": "club", "text": "See evil.com & more"})
    assert answer.status_code == 422
    page = html_of(answer)
    assert "Only links to this club are allowed." in page
    assert "See evil.com &amp; more</textarea>" in page
    assert not Comment.objects.exists()


@pytest.mark.parametrize("place", ["", "rules:", "rules:nothing", "match:nothing", "rules:common", "club:x"])
def test_there_are_no_other_places(browser: Client, place: str) -> None:
    assert browser.post("/comments", {"place": place, "text": "Hello"}).status_code == 404


def test_only_members_write(client: Client, ann: Member) -> None:
    answer = client.post("/comments", {"place": "club", "text": "Hello"})
    assert answer.headers["Location"].startswith("/account/login/")
    Member.objects.filter(pk=ann.pk).update(robot=True)
    assert refusal(ann, "Hello") == "not_allowed"


def test_what_may_not_be_written(ann: Member) -> None:
    assert refusal(ann, " a ") == "too_short"
    assert refusal(ann, "a" * 1001) == "too_long"
    assert refusal(ann, "a" * 100_000) == "too_long"
    assert refusal(ann, "s i k t i r") == "forbidden_word"
    write(ann, "A" * 1000)
    assert refusal(ann, "a" * 1000) == "repeated"


def test_five_in_an_hour(ann: Member) -> None:
    for number in range(5):
        write(ann, f"Comment {number}")
    assert refusal(ann, "One more") == "too_fast"
    first = Comment.objects.order_by("pk")[0]
    actions.remove_own(ann, first.pk)
    assert refusal(ann, "One more") == "too_fast", "a removed one counts"
    Comment.objects.filter(pk=first.pk).update(at=timezone.now() - timedelta(hours=1))
    write(ann, "Comment 0")


def test_a_muted_member_reads_until_when(browser: Client, ann: Member) -> None:
    Member.objects.filter(pk=ann.pk).update(muted_until=timezone.now() + timedelta(days=3))
    assert refusal(ann, "Hello") == "muted"
    page = html_of(browser.get("/about"))
    assert "You are muted until" in page
    assert "<textarea" not in page
    assert "You are muted until" in html_of(browser.post("/comments", {"place": "club", "text": "Hello"}))


def test_pages_of_twenty(client: Client, ann: Member) -> None:
    Comment.objects.bulk_create(
        Comment(place="club", author=ann, text=f"Comment {n}.", digest=str(n)) for n in range(41)
    )
    assert html_of(client.get("/about")).count("<article>") == 20
    page = html_of(client.get("/about?comments=3"))
    assert "Comment 0." in page
    assert 'href="/about?comments=2#comments"' in page
    assert html_of(client.get("/about?comments=x")).count("<article>") == 20


def test_the_staff_removes_a_comment(ann: Member, client: Client) -> None:
    staff = Member.objects.create(
        username="Moder", email="m@example.org", since=timezone.now(), is_staff=True, agreed=0
    )
    staff.groups.add(Group.objects.get(name=roles.MODERATORS))
    comment = write(ann, "Too rude")
    client.force_login(staff)
    address = f"/staff/comments/comment/do/remove/?id={comment.pk}"
    assert address in html_of(client.get("/about"))
    data = {"id": comment.pk, "reason": "Rule 3"}
    assert client.post(address, data).status_code == 302
    assert client.post(address, data).status_code == 404
    act = Act.objects.get()
    assert (act.kind, act.about, act.details["before"]["text"]) == ("comment", ann, "Too rude")
    assert Notice.objects.get().to == ann
    assert "Too rude" not in html_of(client.get("/about"))
    assert refusal(ann, "Too rude") == "repeated"
    client.force_login(ann)
    assert "Your comment was removed: “Too rude”" in html_of(client.get("/me/notices"))


@pytest.mark.django_db
def test_a_finished_match_is_a_place() -> None:
    match = played("abcdef")
    match.save()
    place = place_of_path(f"/t/{match.match_id}/replay")
    assert place is not None
    assert place.name == f"match:{match.match_id}"
    assert place_of_path("/t/nothing/replay") is None
    assert place_of_path("/rules") is None


def test_the_data_of_a_member_hold_their_comments(ann: Member) -> None:
    write(ann, "Hello")
    assert [row["text"] for row in export.of(ann)["comments"]] == ["Hello"]
    actions.forget(ann)
    assert not Comment.objects.exists()


def test_limits_hold_for_comments_of_the_same_time(club: None) -> None:
    ann = Member.objects.create(username="Annxx", email="ann@example.org", since=timezone.now(), agreed=0)
    contains_forbidden_word("")  # the list is read
    texts = ["Hello", "Hello", "hello", *(f"Comment {number}" for number in range(6))]
    together = Barrier(len(texts))

    def send(text: str) -> str:
        together.wait()
        try:
            write(ann, text)
        except RefusedTextError as refused:
            return refused.code
        finally:
            connection.close()
        return ""

    with ThreadPoolExecutor(len(texts)) as threads:
        codes = list(threads.map(send, texts))
    assert codes.count("") == Comment.objects.count() == 5
    assert set(codes) <= {"", "repeated", "too_fast"}
    assert codes[:3].count("") <= 1
