"""Two browsers at one table: a link, a cube, a page that is closed and comes back, a match to its end."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser.table_page import Seat
from tests.support.browser.table_pages import check_dice, friends, give_up, mid_turn, on_turn, same
from tests.support.by_day import by_day
from tests.support.chromium import Visits

pytestmark = pytest.mark.browser


def test_friends_play_a_match_with_cube_and_clock(visit: Visits, tmp_path: Path) -> None:
    host, guest = friends(visit, length="3", cube="yes", clock="calm")
    starter, opponent = on_turn(host, guest)
    starter.finish()

    opponent.wait("roll")
    opponent.press("#double")
    expect(opponent.page.locator("#double")).to_have_text(re.compile(r"^\s*(Tap|Click) again: ×2\s*$"))
    opponent.press("#double")
    starter.wait("double")
    expect(starter.page.locator(".offer")).to_contain_text("doubles to 2")
    starter.press("#accept")
    opponent.wait("roll")
    starter.wait("theirs")
    assert starter.state()["cube"] == {"value": 2, "owner": starter.state()["you"]}
    assert same(starter, opponent)

    away, stays = mid_turn(starter, opponent)
    before, table = away.state(), away.men()
    context, url = away.page.context, away.page.url
    away.page.close()
    away = Seat(visit.page(context, url))
    away.wait("move", "done")
    assert away.state() == before
    assert away.men() == table
    assert before["moves"]
    away.finish()

    loser, winner = on_turn(away, stays)
    give_up(loser, winner)
    for seat in (loser, winner):
        expect(seat.page.locator("#outcome")).to_be_visible()
        seat.press("#next")
    winner.wait("roll")
    assert winner.state()["score"][winner.state()["you"]] == 2
    assert winner.state()["crawford"]
    expect(winner.page.locator(".cube")).to_be_hidden()
    while on_turn(winner, loser)[0] is winner:
        winner.turn()
    give_up(loser, winner)

    for seat, headline in ((winner, "You won!"), (loser, "You lost")):
        seat.wait("over")
        expect(seat.page.locator("#outcome")).to_contain_text(headline)
        check_dice(seat, tmp_path)
    assert same(winner, loser)


@pytest.mark.parametrize("game", by_day(("tapa",), ("tapa", "long-nardy")))
def test_a_declined_resignation_goes_on(visit: Visits, game: str) -> None:
    host, guest = friends(visit, game)
    mover, opponent = on_turn(host, guest)
    mover.resign(1)
    opponent.wait("resign")
    opponent.press("#decline")
    mover.wait("move", "roll")
    expect(opponent.page.locator(".offer")).to_have_count(0)
    while mover.turn() != "move":
        pass
    opponent.wait("roll", "move")
    assert same(mover, opponent)
