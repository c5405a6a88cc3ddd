"""Pages while the database is away."""

from pathlib import Path

from tests.club.visitor import Visitor
from tests.services import Postgres
from tests.serving import Server


def test_a_page_says_that_play_is_paused_and_comes_back(mortal: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path, ZARIA_DATABASE_URL=mortal.database())
    visitor = Visitor(server.url)
    path = visitor.set_table()
    mortal.kill()
    page = visitor.get(path)
    assert page.status == 503
    assert "Play is paused" in page.text
    assert page.headers["Retry-After"] == "5"
    assert visitor.get("/").status == 200
    mortal.start()
    while (page := visitor.get(path)).status == 503:
        assert page.headers["Retry-After"] == "5"
    assert page.status == 200
    server.stop()
