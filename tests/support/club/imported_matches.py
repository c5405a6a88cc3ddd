"""A member imports a match into a collection of a server, over its forms."""

import re
import time

from tests.support.club.member_client import Somebody
from tests.support.finished_matches import played
from tests.support.patience import PATIENCE
from zaria.records import convert

FORM = "/library/collections"


def import_match(member: Somebody) -> dict[str, str]:
    """Import a match and wait until it is stored; return the addresses `import`, `collection`, `imported`.

    `imported_match` is the beginning of the addresses of its files.
    """
    body = convert.write(played("tabla-match"), "mat")
    fields = {"csrfmiddlewaretoken": member.get(FORM).token, "title": "Club evenings", "game": "tabla"}
    headers = {"Referer": member.url + FORM}
    files = {"files": ("final.mat", body, "text/plain")}
    page = member.send("POST", "/library/imports", data=fields, files=files, headers=headers)
    address = page.headers["Location"]
    collection = _address(member, address, r"/library/collections/[-\w]{12}")
    replay = _address(member, collection, r"/library/matches/[-\w]{12}/replay")
    return {
        "import": address,
        "collection": collection,
        "imported": replay,
        "imported_match": replay.removesuffix("/replay"),
    }


def _address(member: Somebody, path: str, pattern: str) -> str:
    """The address to which a page links, as soon as it does."""
    deadline = time.monotonic() + PATIENCE
    while (link := re.search(pattern, member.get(path).text)) is None:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return link[0]
