"""The computer in a game that the dice decide: no level is offered, and those of older programs are taken."""

import re
from collections.abc import Iterator

import pytest

from tests.club.play.test_first_opponent import _one_tap
from tests.support.club.api_client import Caller
from tests.support.finished_matches import keep
from tests.support.http_client import Page, Visitor
from tests.support.match.dice_matches import Table
from tests.support.servers import Server
from zaria.club.games import programs
from zaria.live.app import bot_player
from zaria.match import commands as cmd
from zaria.match.events import Event
from zaria.match.terms import Terms

REASON = str(programs.WITHOUT_LEVELS)


def _played(*, to_the_end: bool) -> list[Event]:
    """A game of the version before, against a program called by its level."""
    table = Table(Terms("indiyka"), seated=False)
    table.sit(0)
    table.do(1, cmd.Sit(bot_player("level5"), table.match.seal, table.match.seal))
    for _ in range(20):
        table.step()
    if to_the_end:
        table.act(cmd.Resign(1))
        table.act(cmd.Accept())
    return table.events


@pytest.fixture(scope="module")
def earlier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A club with such games in its journal."""
    data = tmp_path_factory.mktemp("earlier")
    keep(data, {"over": _played(to_the_end=True), "going": _played(to_the_end=False)})
    with Server(data) as server:
        yield server


def _names_a_level(page: Page) -> bool:
    """Return whether the computer at a table is called by a level."""
    return re.search(r"Zaria · (Beginner|Easy|Club player|Expert|Master)", page.text) is not None


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", REASON),
        ("bg", "само едно ниво"),
        ("el", "ένα μόνο επίπεδο"),
        ("ro", "un singur nivel"),
        ("ru", "только один уровень"),
        ("tr", "tek bir düzeyi"),
    ],
)
def test_a_new_table_says_why_there_are_no_levels(server: Server, language: str, reason: str) -> None:
    visitor = Visitor(server.url, language)
    page = visitor.get("/new/indiyka").text
    assert reason in page
    assert 'name="level"' not in page
    assert 'name="training"' in page
    tapa = visitor.get("/new/tapa").text
    assert reason not in tapa
    assert 'name="level"' in tapa


def test_a_level_that_an_old_page_sends_makes_no_difference(server: Server) -> None:
    visitor = Visitor(server.url)
    path = visitor.set_table(game="indiyka", opponent="computer", level="4", training="no")
    page = visitor.get(path)
    assert not _names_a_level(page)
    assert visitor.get(f"{path}/level/3").status == 404
    assert visitor.get(f"{path}/level/5").status == 404


def test_the_level_for_other_games_stays_as_it_was(server: Server) -> None:
    visitor = Visitor(server.url)
    visitor.set_table(game="tabla", opponent="computer", level="4", training="no")
    visitor.set_table(game="indiyka", opponent="computer", training="no")
    assert visitor.cookies[programs.COOKIE] == "4"


def test_the_front_page_offers_one_computer_after_such_a_game(server: Server) -> None:
    visitor = Visitor(server.url)
    visitor.set_table(game="indiyka", opponent="computer", training="no")
    page = visitor.get("/").text
    opponents = page.partition('<section class="programs"')[2].partition("</section>")[0]
    assert REASON in opponents
    assert 'name="level"' not in opponents
    line, _fields = _one_tap(visitor)
    assert "Beginner" not in line


@pytest.mark.parametrize("level", [None, 1, 5])
def test_the_api_takes_a_level(server: Server, level: int | None) -> None:
    wish = {"game": "indiyka", "terms": {} if level is None else {"level": level}}
    answer = Caller(server.url).tell("v1/tables", wish)
    assert answer.status == 201
    assert not _names_a_level(Visitor(server.url).get(answer.body["page"]))


def test_the_api_says_that_the_level_makes_no_difference(server: Server) -> None:
    caller = Caller(server.url)
    abouts = {
        game: {term["name"]: term["about"] for term in caller.ask(f"v1/games/{game}").body["terms"]}["level"]
        for game in ("indiyka", "tabla")
    }
    assert abouts == {"indiyka": REASON, "tabla": ""}
    wish = {"game": "indiyka", "terms": {"level": 6}}
    assert caller.tell("v1/tables", wish).code == "bad_terms"


@pytest.mark.parametrize("match_id", ["over", "going"])
def test_a_stored_match_with_a_level_is_shown_and_offers_no_other(earlier: Server, match_id: str) -> None:
    visitor = Visitor(earlier.url)
    table = visitor.get(f"/t/{match_id}")
    assert table.status == 200
    assert [player["bot"] for player in table.json("boot")["v"]["players"]] == [None, "level5"]
    assert "Zaria · Master" in table.text
    assert visitor.get(f"/t/{match_id}/level/4").status == 404


def test_a_stored_match_with_a_level_is_replayed(earlier: Server) -> None:
    visitor = Visitor(earlier.url)
    assert "Zaria · Master" in visitor.get("/t/over/replay").text
    assert Caller(earlier.url).ask("v1/matches/over/record").status == 200
