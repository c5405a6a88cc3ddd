"""Browser storage: cookies, read and signed as they were, and the names of stored values."""

import json
import re

from tests.corpus import files, site_adapter
from tests.support.servers import ROOT

FROZEN = json.loads((files.HERE / "cookies.json").read_text())
HOUR = 3600
SCRIPTS = ROOT / "src/zaria/web/static/zaria/js"


def test_cookies_are_read_as_they_were() -> None:
    values = site_adapter.cookies_read(FROZEN["cookies"], FROZEN["key"], FROZEN["at"] + HOUR)
    assert values == FROZEN["found"]


def test_cookies_are_signed_as_they_were() -> None:
    """A member's cookie may be written otherwise, since the next page renews it; it names the same player."""
    written = site_adapter.cookies_written(FROZEN["key"], FROZEN["at"])
    assert site_adapter.cookies_read(written, FROZEN["key"], FROZEN["at"]) == FROZEN["found"]
    renewed = "zaria_member"
    assert {**written, renewed: ""} == {**FROZEN["cookies"], renewed: ""}


def test_pages_store_under_the_same_names() -> None:
    text = "\n".join(path.read_text() for path in SCRIPTS.rglob("*.js"))
    stored = set(re.findall(r"""['"`](zaria[.:][a-z.-]+)""", text))
    assert set(FROZEN["storage"]) <= stored
