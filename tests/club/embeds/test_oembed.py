"""Pages of the club in pages of other sites: each kind names its answer, and the answer its frame."""

import html
import json
import re
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from tests.support.browser.site_pages import PUZZLE
from tests.support.club.html_forms import PageReader
from tests.support.club.member_client import Somebody
from tests.support.http_client import Visitor
from tests.support.servers import Server
from zaria.club.embeds.kinds import KINDS

pytestmark = pytest.mark.xdist_group("records")

PAGES = {
    "table": "/t/tabla-match",
    "replay": "/t/tabla-match/replay?at=12",
    "position": "/position/tapa?p=X=24:15;O=24:15&side=1",
    "puzzle": f"/puzzles/{PUZZLE}",
    "study": "{study}",
    "study_chapter": "{chapter}",
    "tournament": "{tournament}",
}


@pytest.fixture(scope="module")
def places(shelved: Server) -> dict[str, str]:
    """The addresses of a member's study, of its chapter, and of their tournament."""
    ada = Somebody(shelved.url).join()
    study = ada.fill("/studies/new", title="Openings", visibility="unlisted", game="tabla").headers[
        "Location"
    ]
    chapter = ada.get(study).text.split('data-change="')[1].split("/change")[0]
    return {"study": study, "chapter": chapter, "tournament": announced(ada)}


def announced(member: Somebody) -> str:
    """The address of a private tournament that the member announces."""
    path = "/tournaments/new?as=friday"
    page = member.get(path)
    while page.status != 302:
        forms = (dict(fields) for form in PageReader(page.text, {}).forms for _, fields in form.submissions())
        fields = next(fields for fields in forms if fields.get("act") == "announce")
        page = member.send("POST", path, data=fields, headers={"Referer": member.url + path})
    return page.headers["Location"].removesuffix("/director")


def answer_of(server: Server, address: str, **fields: str) -> tuple[int, dict[str, Any]]:
    """The status and the answer about the address of a page."""
    page = Visitor(server.url).get(f"/oembed?{urlencode({'url': address, **fields})}")
    return page.status, json.loads(page.text) if page.status == 200 else {}


def test_every_kind_is_looked_at() -> None:
    assert set(PAGES) == set(KINDS)


@pytest.mark.parametrize("kind", PAGES)
def test_a_page_names_an_answer_that_shows_it(shelved: Server, places: dict[str, str], kind: str) -> None:
    path = PAGES[kind].format(**places)
    page = Visitor(shelved.url, "bg").get(path).text
    tag = re.search(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)">', page)
    assert tag is not None
    address = html.unescape(tag[1])
    assert address.startswith(f"{shelved.url}/oembed?")
    answer = json.loads(Visitor(shelved.url).get(address.removeprefix(shelved.url)).text)
    assert (answer["version"], answer["type"], answer["width"], answer["height"]) == ("1.0", "rich", 640, 620)
    assert answer["title"]
    source = re.search(r'src="([^"]+)"', answer["html"])
    assert source is not None
    frame = Visitor(shelved.url).get(html.unescape(source[1]).removeprefix(shelved.url))
    assert frame.status == 200
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert '<html lang="bg"' in frame.text


def test_a_frame_is_no_larger_than_a_site_allows(shelved: Server) -> None:
    page = shelved.url + PAGES["position"]
    status, answer = answer_of(shelved, page, maxwidth="320", maxheight="9999", format="json")
    assert (status, answer["width"], answer["height"]) == (200, 320, 620)
    assert 'width="320" height="620"' in answer["html"]
    for text in ("0", "-5", "wide", "1e3", "999999"):
        assert answer_of(shelved, page, maxwidth=text)[0] == 400
    assert answer_of(shelved, page, format="xml")[0] == 501


def test_the_frame_of_a_position_stays_that_position(shelved: Server) -> None:
    _status, answer = answer_of(shelved, shelved.url + PAGES["position"] + '&x="><script>')
    source = re.search(r'src="([^"]+)"', answer["html"])
    assert source is not None
    assert urlsplit(html.unescape(source[1])).query.startswith("p=X=24:15;O=24:15&side=1&lang=")


@pytest.mark.parametrize(
    "path",
    [
        "/t/running",
        "/t/nowhere",
        "/t/cancelled",
        "/position/chess?p=nonsense",
        "/puzzles/none",
        "/shop",
        "/none",
    ],
)
def test_other_pages_have_no_frame(shelved: Server, path: str) -> None:
    assert answer_of(shelved, shelved.url + path)[0] == 404


def test_pages_of_other_sites_have_no_frame(shelved: Server) -> None:
    for address in ("https://elsewhere.org/t/tabla-match", "/t/tabla-match", "", "https://[bad"):
        assert answer_of(shelved, address)[0] == 404


def test_private_pages_have_no_frame(shelved: Server) -> None:
    ada = Somebody(shelved.url).join()
    study = ada.fill("/studies/new", title="Mine", visibility="private", game="tabla").headers["Location"]
    assert answer_of(shelved, shelved.url + study)[0] == 404
    fields = {"url": shelved.url + study}
    assert ada.get(f"/oembed?{urlencode(fields)}").status == 404
    assert "json+oembed" not in ada.get(study).text
