"""Requests to the staff and reports over HTTP, with the staff's one queue."""

import re
from urllib.parse import quote

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.support.club.member_client import Somebody
from tests.support.club.staff_client import MEMBERS, boss_of, number
from tests.support.club.uncollected_files import plain_files
from tests.support.http_client import Page
from tests.support.servers import Server
from zaria.club.accounts import guests
from zaria.club.accounts.models import Member
from zaria.club.support.models import Report
from zaria.match.events import Player

__all__ = ["plain_files"]

QUEUE = "/staff/reports"


@pytest.fixture(scope="module")
def boss(server: Server) -> Somebody:
    return boss_of(server)


@pytest.fixture
def member(server: Server) -> Somebody:
    return Somebody(server.url).join()


def ask(somebody: Somebody, text: str, **more: str) -> Page:
    """Send a request to the staff."""
    return somebody.fill("/support", **{"kind": "question", "text": text, **more})


def in_queue(boss: Somebody, words: str, show: str = "all") -> str:
    """The address of the entry of the queue with these words; "" if there is none."""
    rows = boss.get(f"{QUEUE}?show={show}").text.split("<li>")
    row = next((row for row in rows if words in row), "")
    link = re.search(r'href="(/staff/reports/[^"]+)"', row)
    return link[1].replace("&amp;", "&") if link else ""


def seen(page: Page) -> str:
    """The number of the last message that a page of the staff shows."""
    field = re.search(r'name="last_seen" value="(\d+)"', page.text)
    assert field is not None
    return field[1]


def test_a_member_asks_and_the_staff_answers(boss: Somebody, member: Somebody) -> None:
    sent = ask(
        member, "Where are my\r\n\r\n\r\ncredits? <b>x</b>\u202e", page="/shop", match="abc", browser="B 1.0"
    )
    path = sent.headers["Location"]
    assert "Where are my<br><br>credits? &lt;b&gt;x&lt;/b&gt;<" in member.get(path).text
    entry = in_queue(boss, member.login, "requests")
    page = boss.get(entry)
    for words in ("/shop", "B 1.0", 'href="/t/abc"', "credits?"):
        assert words in page.text
    boss.fill(entry, page, text="They are\nthere.", last_seen=seen(page), act="answer")
    assert not in_queue(boss, member.login)
    assert boss.fill(entry, page, text="Twice", last_seen=seen(page), act="answer").status == 422
    shown = member.get(path).text
    assert "They are<br>there." in shown
    assert "Twice" not in shown
    assert f'href="{path}"' in member.get("/notices").text
    assert member.fill(path, text="Thank you").status == 302
    page = boss.get(in_queue(boss, member.login))
    boss.fill(entry, page, text="", last_seen=seen(page), act="close")
    assert not in_queue(boss, member.login)
    assert "closed" in member.get("/support").text


def test_nobody_reads_requests_of_others(server: Server, member: Somebody) -> None:
    path = ask(member, "A secret").headers["Location"]
    assert Somebody(server.url).join().get(path).status == 404
    guest = Somebody(server.url)
    assert guest.get(path).headers["Location"].startswith("/account/login")
    assert guest.get("/support/mail/1:abc:def").status == 404
    assert member.get(QUEUE).headers["Location"].startswith("/staff/login")


def test_who_is_blocked_appeals_by_mail(server: Server, boss: Somebody, member: Somebody) -> None:
    key = number(boss, member.login)
    path = f"{MEMBERS}do/block/"
    boss.fill(path, boss.get(f"{path}?id={key}"), id=key, reason="Two accounts", lasts="24")
    somebody = Somebody(server.url)
    refused = somebody.sign_in(member.login)
    page = refused if refused.status != 302 else somebody.get(refused.headers["Location"])
    assert 'href="/support?kind=appeal"' in page.text
    somebody.email = f"x{member.email}"
    form = somebody.get("/support?kind=appeal")
    assert 'value="appeal" selected' in form.text
    assert ask(somebody, "It was my brother", kind="appeal").status == 422, "an address is needed"
    sent = ask(somebody, "It was my brother", kind="appeal", email=somebody.email)
    assert somebody.email in sent.text
    assert not in_queue(boss, "by e-mail", "appeals"), "the address is not confirmed"
    (link,) = re.findall(r"https?://[^/]+(/support/mail/\S+)", somebody.mails(somebody.email)[0])
    assert "It was my brother" in somebody.get(link).text
    assert somebody.fill(link).status == 302
    entry = in_queue(boss, "by e-mail", "appeals")
    page = boss.get(entry)
    boss.fill(entry, page, text="The decision stays.", last_seen=seen(page), act="answer")
    assert "The decision stays." in somebody.get(link).text
    assert somebody.fill(link, text="Please").status == 302
    boss.fill(entry, page, text="No.", last_seen=seen(boss.get(entry)), act="close")


@pytest.mark.parametrize(
    "text", ["", "abc", "\u200b\u2060 \u202e", "a" * 20_000], ids=["none", "short", "unseen", "long"]
)
def test_bad_texts_are_refused_and_stay_in_the_form(member: Somebody, text: str) -> None:
    refused = ask(member, text)
    assert refused.status == 422
    assert "Your requests" not in refused.text
    if text == "abc":
        assert "abc</textarea>" in refused.text


def test_requests_of_a_day_are_limited(member: Somebody) -> None:
    for n in range(5):
        assert ask(member, f"Request {n}").status == 302
    refused = ask(member, "One more")
    assert refused.status == 422
    assert "several requests today" in refused.text


def test_a_player_is_reported_warned_and_the_reporters_hear_of_it(
    server: Server, boss: Somebody, member: Somebody
) -> None:
    about = quote(f"player:{member.login}")
    reporters = [Somebody(server.url).join() for _ in range(2)]
    for reporter in reporters:
        assert reporter.fill(f"/report?about={about}", rule="3", text="Insults <i>").status == 302
        again = reporter.fill(f"/report?about={about}", rule="3")
        assert again.status == 422
        assert "You have already reported this." in again.text
    assert member.get(f"/report?about={about}").status == 404, "nobody reports themselves"
    rows = boss.get(QUEUE).text.split("<li>")
    assert "× 2" in next(row for row in rows if member.login in row)
    page = boss.get(in_queue(boss, member.login, "reports"))
    assert page.text.count("Insults &lt;i&gt;") == 2
    act = re.search(rf'href="({MEMBERS}do/warn/[^"]+)"', page.text)
    assert act is not None
    path = act[1].replace("&amp;", "&")
    form = boss.get(path)
    assert 'value="3" selected' in form.text
    key = number(boss, member.login)
    done = boss.fill(path, form, id=key, rule="3", reason="No insults")
    assert done.headers["Location"] == QUEUE
    again = boss.fill(path, form, id=key, rule="3", reason="No insults, again")
    assert again.status == 422
    assert "This report is handled already." in again.text
    notices = member.get("/me/notices").text
    assert "No insults" in notices
    assert "No insults, again" not in notices, "the second act is undone"
    assert not in_queue(boss, member.login)
    for reporter in reporters:
        assert "action taken" in reporter.get("/support").text
        assert 'href="/support#reports"' in reporter.get("/notices").text
    assert "Reports about them: 2, upheld: 2." in boss.get(f"{QUEUE}/about?about={about}").text


def test_a_comment_is_reported_and_removed(server: Server, boss: Somebody, member: Somebody) -> None:
    member.fill(
        "/comments", member.get("/rules/tabla"), place="rules:tabla", text=f"Rubbish by {member.login}"
    )
    comments = re.findall(r'href="/report\?about=comment%3A(\d+)"', boss.get("/rules/tabla").text)
    about = f"comment%3A{max(map(int, comments))}"
    guest = Somebody(server.url)
    guest.get("/")
    assert f"Rubbish by {member.login}" in guest.get(f"/report?about={about}").text
    assert guest.fill(f"/report?about={about}", rule="0", text="Not true").status == 302
    entry = in_queue(boss, member.login, "reports")
    act = re.search(r'href="([^"]*comment/do/remove/[^"]+)"', boss.get(entry).text)
    assert act is not None
    path = act[1].replace("&amp;", "&")
    form = boss.get(path)
    assert boss.fill(path, form, id=about[10:], reason="Rule 9").headers["Location"] == QUEUE
    assert "Rubbish by" not in boss.get("/rules/tabla").text
    assert f"Rubbish by {member.login}" in boss.get(entry).text, "the report keeps it"


def test_reports_end_without_an_act(server: Server, boss: Somebody, member: Somebody) -> None:
    reporter = Somebody(server.url).join()
    about = quote(f"name:{member.login}")
    reporter.fill(f"/report?about={about}", rule="5")
    entry = in_queue(boss, member.login)
    assert boss.fill(entry, acted="no", reason="An ordinary name").headers["Location"] == QUEUE
    assert boss.fill(entry, acted="no", reason="Twice").status == 422
    assert "no violation found" in reporter.get("/support").text


@pytest.mark.parametrize(
    "about", ["", "player:", "player:Nobody99", "comment:x", "line:direct:abc:1", "x:y", "match:'"]
)
def test_there_is_nothing_to_report(member: Somebody, about: str) -> None:
    assert member.get(f"/report?about={quote(about)}").status == 404


@pytest.mark.django_db
def test_guests_at_one_address_report_no_more_than_one_player(plain_files: None) -> None:
    member = Member.objects.create_user("Ivan5", "ivan@example.org")
    Member.objects.filter(pk=member.pk).update(since=timezone.now())

    def report(guest: int, address: str) -> int:
        client = Client(REMOTE_ADDR=address)
        client.cookies[guests.COOKIE] = guests.sign(Player(f"guest{guest}", "Ruby-Owl 11", "#333333"))
        return client.post(f"/report?about=player:{member.username}", {"rule": "3"}).status_code

    cache.clear()
    answers = [report(guest, "198.51.100.7") for guest in range(25)]
    assert answers == [302] * 20 + [422] * 5
    assert report(99, "198.51.100.8") == 302
    assert Report.objects.count() == 21
