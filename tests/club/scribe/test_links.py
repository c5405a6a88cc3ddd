"""Links to a score sheet: a second writer and readers, without an account, until the owner revokes them."""

import json
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.support.club.member_client import Somebody
from tests.support.club.score_sheets import Scribe, dice, turn
from tests.support.http_client import Page, Visitor
from tests.support.servers import Server


@pytest.fixture
def scribe(server: Server) -> Scribe:
    sheet = Scribe.begin(Somebody(server.url).join(), event="Sofia Open")
    sheet.write(**dice(3, 1))
    return sheet


def link(scribe: Scribe, role: str) -> str:
    """Make a link; its path."""
    page = scribe.member.get(scribe.path)
    assert scribe.member.fill(f"{scribe.path}/links", page, role=role).status == 302
    *_earlier, address = re.findall(r'value="http[^"]+(/scribe/with/[-\w]+)"', links_of(scribe, role))
    return str(address)


def links_of(scribe: Scribe, role: str) -> str:
    """The part of the owner's page about the links of a role."""
    text = scribe.member.get(scribe.path).text
    return text.partition(f'name="role" value="{role}"')[2].partition("</form>")[0]


def written_by(visitor: Visitor, path: str, revision: int, act: object) -> Page:
    headers = {"X-CSRFToken": visitor.get(path).token, "Content-Type": "application/json"}
    headers["Referer"] = visitor.url + path
    body = json.dumps({"revision": revision, "step": {"t": "write", "act": act}})
    return visitor.send("POST", f"{path}/step", headers=headers, content=body)


def test_a_guest_with_the_link_writes_and_its_owner_sees_it(scribe: Scribe) -> None:
    guest, path = Visitor(scribe.member.url), link(scribe, "writer")
    page = guest.get(path)
    assert page.status == 200
    assert f"You write on the score sheet of {scribe.member.login}" in page.text
    assert "Nobody else can read it" not in page.text
    assert written_by(guest, path, 1, turn((8, 3), (6, 1))).status == 200
    assert scribe.state()["count"] == 2
    known = scribe.member.get(f"{scribe.path}/state?known=1")
    assert json.loads(known.text)["revision"] == 2
    assert scribe.member.get(f"{scribe.path}/state?known=2&clock=0").status == 204


def test_a_reader_follows_and_changes_nothing(scribe: Scribe) -> None:
    guest, path = Visitor(scribe.member.url), link(scribe, "reader")
    page = guest.get(path)
    assert f"You follow the score sheet of {scribe.member.login}" in page.text
    assert page.json("data")["turns"] == []
    answer = written_by(guest, path, 1, turn((8, 3), (6, 1)))
    assert (answer.status, json.loads(answer.text)["code"]) == (403, "readers")
    scribe.write(**turn((8, 3), (6, 1)))
    assert json.loads(guest.get(f"{path}/state?known=1").text)["count"] == 2
    for name in ("note", "finish", "delete", "links", "broadcast"):
        assert guest.get(f"{path}/{name}").status == 404


@pytest.mark.parametrize("role", ["writer", "reader"])
def test_a_revoked_link_leads_nowhere(scribe: Scribe, role: str) -> None:
    guest, path = Visitor(scribe.member.url), link(scribe, role)
    assert guest.get(path).status == 200
    page = scribe.member.get(scribe.path)
    assert scribe.member.fill(f"{scribe.path}/links", page, role=role, revoke="1").status == 302
    assert guest.get(path).status == 404
    assert guest.get(f"{path}/state").status == 404
    assert link(scribe, role) != path


def test_nobody_but_its_owner_makes_a_link(scribe: Scribe) -> None:
    stranger = Somebody(scribe.member.url).join()
    page = stranger.get("/scribe/new")
    assert stranger.fill(f"{scribe.path}/links", page, role="writer").status == 404
    assert "with/" not in links_of(scribe, "writer")


def test_two_writers_at_once_lose_no_turn(scribe: Scribe) -> None:
    path = link(scribe, "writer")
    guests = [Visitor(scribe.member.url) for _ in range(2)]
    turns = [turn((8, 3), (6, 1)), turn((24, 3), (24, 1))]
    with ThreadPoolExecutor(2) as pool:
        answers = list(
            pool.map(lambda pair: written_by(pair[0], path, 1, pair[1]), zip(guests, turns, strict=True))
        )
    assert sorted(answer.status for answer in answers) == [200, 409]
    refused = next(answer for answer in answers if answer.status == 409)
    assert json.loads(refused.text)["code"] == "stale"
    shown = scribe.state()
    assert (shown["revision"], shown["count"]) == (2, 2)
    # both wrote the same: it is stored once, and neither is refused
    for guest in guests:
        assert written_by(guest, path, 2, dice(6, 4)).status == 200
    assert scribe.state()["count"] == 3


def test_a_reader_reports_the_sheet(scribe: Scribe) -> None:
    path = link(scribe, "reader")
    reader = Somebody(scribe.member.url).join()
    assert "/report?about=sheet:" in reader.get(path).text
    form = reader.get(f"/report?about=sheet:{path.rpartition('/')[2]}")
    assert form.status == 200
    assert "Ann – Bob" in form.text
    assert reader.get("/report?about=sheet:none").status == 404
