"""Pages while the database is away."""

import logging
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils.log import log_response

from tests.support.club.member_client import Somebody
from tests.support.club.site_database import furnished
from tests.support.http_client import Visitor
from tests.support.servers import Server
from tests.support.services import Postgres


def test_a_page_says_that_play_is_paused_and_comes_back(
    mortal: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with Server(tmp_path, ZARIA_DATABASE_URL=furnished(request, "errors")) as server:
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


@pytest.mark.slow
def test_a_member_too_learns_that_play_is_paused(
    mortal: Postgres, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with Server(tmp_path, ZARIA_DATABASE_URL=furnished(request, "errors")) as server:
        somebody = Somebody(server.url).join()
        paths = ("/", "/rules", "/me/stats/credits", "/api/v1/account")
        assert [somebody.get(path).status for path in paths] == [200] * len(paths)
        mortal.kill()
        for path in paths:
            page = somebody.get(path)
            assert (path, page.status, page.headers["Retry-After"]) == (path, 503, "5")
        mortal.start()
        while somebody.get("/").status == 503:
            pass
        assert somebody.is_in()
        assert [somebody.get(path).status for path in paths] == [200] * len(paths)


def test_an_answer_that_was_meant_is_no_error(rf: RequestFactory) -> None:
    written: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.emit = written.append  # type: ignore[assignment,method-assign]
    logger = logging.getLogger("django.request")
    logger.addHandler(handler)
    try:
        for status, text in ((503, "Service Unavailable"), (500, "Internal Server Error")):
            response, request = HttpResponse(status=status), rf.get("/api/v1/games/chess/turns")
            log_response("%s: %s", text, request.path, response=response, request=request)
    finally:
        logger.removeHandler(handler)
    assert [record.getMessage() for record in written] == ["Internal Server Error: /api/v1/games/chess/turns"]
