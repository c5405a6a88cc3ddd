"""Lines of conversations: the staff reads them with their context, and removes them."""

import pytest
from django.test import Client
from django.utils import timezone

from tests.club.staff.conftest import People, SignIn
from tests.support.by_day import by_day
from tests.support.http_client import html_of
from zaria.club.accounts.models import Member
from zaria.club.conversations import inbox, member_data
from zaria.club.conversations.actions import begin_direct
from zaria.club.conversations.batch import Writer
from zaria.club.conversations.models import Line
from zaria.club.conversations.reading import Reading
from zaria.club.site.clock import now_ms
from zaria.club.staff.models import Act, ActKind, Notice
from zaria.club.support.models import Report
from zaria.live.conversations.store import NewLine
from zaria.live.sockets.protocol.conversation_lines import Phrase
from zaria.match.events import Player

DATA = {"reason": "Please be kind", "rule": "3"}
GUEST = Player("g-1", "Walnut-Heron of the North 42", "#777777")


def write(author: Member | Player, name: str, text: str = "", phrase: Phrase | None = None) -> Line:
    player = author if isinstance(author, Player) else author.as_player()
    line = NewLine(name, f"c{now_ms()}", player, now_ms(), text, phrase)
    Writer(0).store([line], {})
    return Line.objects.latest("pk")


def address(line: Line) -> str:
    return f"/staff/lines/{line.conversation_id}/{line.number}/"


def test_a_removed_line_is_read_by_the_staff_alone(people: People, sign_in: SignIn) -> None:
    ann, bob, client = people["ann"], people["bob"], sign_in(people["moder"])
    name = begin_direct(ann, bob)
    write(bob, name, "Good evening")
    line = write(ann, name, "<b>You</b> are too rude")
    file_report(line)
    page = client.get(address(line))
    assert "Good evening" in html_of(page)
    assert "You</b> are too rude" in html_of(page).replace("&lt;", "<").replace("&gt;", ">")
    assert "<b>You" not in html_of(page)
    assert client.post(address(line), {"reason": "No rule"}).status_code == 422
    assert client.post(address(line), DATA).status_code == 302
    assert client.post(address(line), DATA).status_code == 422
    assert "<del>" in html_of(client.get(address(line)))
    act = Act.objects.exclude(kind=ActKind.READ).get()
    assert (act.kind, act.about, act.by) == ("line", ann, people["moder"])
    assert act.details["before"]["text"] == line.text == Line.objects.get(pk=line.pk).text
    lines, _more = Reading().lines_before(name, bob.player, 10)
    assert [(entry.text, entry.removed) for entry in lines] == [("Good evening", False), ("", True)]
    assert [talk.line.removed for talk in inbox.inbox(bob, 1).talks if talk.line] == [True]
    assert "too rude" not in html_of(sign_in(bob).get("/messages"))
    assert [row["text"] for row in member_data.stored_data(bob)["direct"]] == ["Good evening"]
    assert [row["text"] for row in member_data.stored_data(ann)["lines"]] == [line.text]
    notice = html_of(sign_in(ann).get("/me/notices"))
    assert "too rude” (rule 3, insulting players or the staff)" in notice
    assert "Please be kind" in notice


def test_a_guest_gets_no_notice(people: People, sign_in: SignIn) -> None:
    line = write(GUEST, "onlookers:abc", phrase="goodbye")
    client = sign_in(people["moder"])
    assert "Goodbye!" in html_of(client.get(address(line)))
    assert client.post(address(line), DATA).status_code == 302
    assert (Act.objects.get().name, Notice.objects.count()) == (GUEST.name[:20], 0)
    assert Reading().lines_after("onlookers:abc", 0)[0].phrase is None


def readings() -> list[tuple[str, int, str]]:
    """Return the entries of the log about the reading of conversations, the oldest first."""
    acts = Act.objects.filter(kind=ActKind.READ).order_by("pk")
    return [(act.by_name, act.details["after"]["number"], act.reason) for act in acts]


def test_a_private_conversation_opens_with_a_recorded_reason(people: People, sign_in: SignIn) -> None:
    ann, bob = people["ann"], people["bob"]
    for name in (begin_direct(ann, bob), "table:abc"):
        lines = [write(author, name, f"{author.username} whispers") for author in (ann, bob)]
        client, before = sign_in(people["moder"]), len(readings())
        for answer in (client.get(address(lines[0])), client.post(address(lines[0]), DATA)):
            assert "whispers" not in html_of(answer)
        assert client.post(address(lines[0]), {"act": "read", "reason": " "}).status_code == 422
        assert (len(readings()), Line.objects.filter(removed_at__isnull=False).count()) == (before, 0)
        assert client.post(address(lines[0]), {"act": "read", "reason": "A threat"}).status_code == 302
        for line in (*lines, lines[0]):
            assert "whispers" in html_of(client.get(address(line)))
        moderator = people["moder"].username
        assert readings()[before:] == [(moderator, line.number, "A threat") for line in lines]
        assert "whispers" not in html_of(sign_in(people["moder2"]).get(address(lines[0])))


def test_a_report_opens_the_lines_around_it_and_is_recorded(people: People, sign_in: SignIn) -> None:
    name = begin_direct(people["ann"], people["bob"])
    lines = [write(people["ann"], name, f"whisper {number}") for number in range(12)]
    client, report = sign_in(people["moder"]), file_report(lines[0])
    for _ in range(2):
        assert "whisper 3" in html_of(client.get(address(lines[3])))
    assert [number for _by, number, _reason in readings()] == [lines[3].number]
    assert "whisper" not in html_of(client.get(address(lines[11])))
    Report.objects.filter(pk=report.pk).update(closed_at=timezone.now())
    assert "whisper" not in html_of(client.get(address(lines[4])))


def file_report(line: Line) -> Report:
    about = f"line:{line.conversation_id}:{line.number}"
    return Report.objects.create(about=about, name="x", player="g-1", player_name="x", rule=3)


@pytest.mark.parametrize("who", by_day(("moder2", "ann"), ("admin", "moder2", "moder", "ann")))
def test_nobody_removes_lines_of_a_higher_rank(people: People, sign_in: SignIn, who: str) -> None:
    line = write(people["admin"], "onlookers:abc", "Hello")
    assert sign_in(people[who]).post(address(line), DATA).status_code in (302, 403)
    assert not Line.objects.get().removed
    assert Client().get(address(line)).status_code == 302
    assert sign_in(people["moder"]).get("/staff/lines/onlookers:abc/2/").status_code == 404
