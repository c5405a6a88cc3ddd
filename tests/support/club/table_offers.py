"""Members who offer each other other terms on the page of an open table."""

import html
import re

from tests.support.club.member_client import Somebody
from tests.support.http_client import Page, Visitor

TABLA = {
    "game": "tabla",
    "opponent": "anyone",
    "colour": "light",
    "clock": "calm",
    "stake": "10",
    "most": "20",
}


def read(page: Page) -> str:
    """The text of a page in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def form_of(page: Page, act: str) -> dict[str, str]:
    """The hidden fields of the form with the button `act`."""
    (form,) = [part for part in page.text.split("<form ") if f'value="{act}"' in part.partition("</form>")[0]]
    names = re.findall(r'<input type="hidden" name="(of|round)" value="(\d*)"', form.partition("</form>")[0])
    return dict(names)


def press(member: Visitor, match_id: str, act: str, page: Page | None = None, **fields: str) -> Page:
    """Press a button on the page of offers."""
    path = f"/t/{match_id}/offers"
    page = page or member.get(path)
    data = {"csrfmiddlewaretoken": page.token, **form_of(page, act), "act": act, **fields}
    return member.send("POST", path, data=data, headers={"Referer": member.url + path})


def answer(owner: Somebody, match_id: str, **fields: str) -> Page:
    """Answer the first offer at an own table with other terms."""
    page = owner.get(f"/t/{match_id}/offers")
    number = form_of(page, "accept")["of"]
    return press(owner, match_id, "offer", owner.get(f"/t/{match_id}/offers?of={number}"), **fields)


def open_table(owner: Visitor, **fields: str) -> str:
    """Open a staked table of tabla to anyone; return its id."""
    return owner.set_table(**{**TABLA, **fields}).rpartition("/")[2]
