"""Games on squares in the browser: each to its end against the computer, some between two visitors."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.board_pages import finger, mouse, play, sit_down
from tests.support.browser.short_games import SHORT
from tests.support.browser.table_pages import check_saved_record, play_now
from tests.support.by_day import by_day
from tests.support.chromium import SIZES, Visits
from tests.support.patience import PATIENCE
from zaria import games
from zaria.records import convert
from zaria.web.messages.table import WORDS

pytestmark = pytest.mark.browser

GAMES = games.names_on_squares()

# Presses the squares of random moves until the match is over or `most` moves were made; then says how many.
HURRY = """([seed, most, ms]) => new Promise((resolve, reject) => {
  const { table } = zaria, one = (css) => document.querySelector(css);
  const chance = (n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor(seed / 2 ** 32 * n);
  };
  let made = 0, seen = -1, since = performance.now();
  const act = () => {
    const v = table.view.value, plies = v.squares.plies;
    if (plies !== seen) { seen = plies; since = performance.now(); }
    if (performance.now() - since > ms) throw new Error(`nothing happens: ${JSON.stringify(v.squares)}`);
    if (v.phase === 'over') { if (one('#outcome')) { resolve(made); return true; } return false; }
    if (made >= most) { resolve(made); return true; }
    if (table.busy.value || table.waiting.value || !table.moving.value) return false;
    if (table.promotions.value.length) { one('.picker button').click(); made++; return false; }
    const from = table.chosen.value.length > 1 ? [] : [...table.sources.value];
    if (!table.chosen.value.length) one(`[data-at='${from[chance(from.length)]}']`).click();
    const to = [...table.targets.value.keys()];
    one(`[data-at='${to[chance(to.length)]}']`).click();
    if (table.sent.value) made++;
    return false;
  };
  const look = () => {
    try { if (!act()) setTimeout(look, 4); } catch (error) { reject(error); }
  };
  look();
})"""


def hurry(page: Page, seed: int, most: int = 1000) -> int:
    """Random moves by the page's own buttons; how many were made."""
    page.wait_for_selector("html[data-ready]")
    count: int = page.evaluate(HURRY, [seed, most, PATIENCE * 1000])
    return count


def check_record(page: Page, game: str, tmp_path: Path) -> None:
    """The record that is offered is true, and is there in every form the game allows."""
    check_saved_record(page, tmp_path)
    for form in convert.formats(game):
        if form != "json":
            answer = page.request.get(str(page.locator(f"#record-{form}").get_attribute("href")))
            assert answer.ok
            assert convert.read(answer.body(), form, game)


@pytest.mark.parametrize(
    ("game", "size"),
    by_day([("draughts", "desktop")], [(game, ("phone", "desktop")[n % 2]) for n, game in enumerate(GAMES)]),
)
def test_a_game_against_the_computer(visit: Visits, tmp_path: Path, game: str, size: str) -> None:
    page = visit(size=SIZES[size])
    play_now(page, game)
    assert hurry(page, seed=7) > 1
    expect(page.locator("#outcome")).to_be_visible()
    check_record(page, game, tmp_path)


def test_a_move_is_taken_back_on_the_way_to_mate(visit: Visits, tmp_path: Path) -> None:
    sides = sit_down(visit, "chess")
    moves = SHORT["chess"].moves.split()
    play(sides[0], 0, moves[0], mouse)
    sides[0].locator("#takeback").click()
    sides[1].locator("#accept-takeback").click()
    for ply, move in enumerate(moves):
        play(sides[ply % 2], ply, move, (mouse, finger)[ply % 2])
    expect(sides[0].locator("#opening")).to_have_text("B00 Duras Gambit")
    for page, headline in zip(sides, ("You won!", "You lost"), strict=True):
        expect(page.locator("#outcome")).to_have_text(headline)
        expect(page.locator(".how")).to_have_text(WORDS["why_mate"])
    check_record(sides[0], "chess", tmp_path)


@pytest.mark.slow
def test_two_visitors_agree_on_a_draw(visit: Visits, tmp_path: Path) -> None:
    first, second = sit_down(visit, "draughts")
    for move in range(4):
        hurry(first, seed=move, most=1)
        hurry(second, seed=move, most=1)
    first.locator("#draw").click()
    first.locator("#draw").click()
    second.locator("#accept").click()
    for page in (first, second):
        expect(page.locator("#outcome")).to_have_text("Draw")
    check_record(first, "draughts", tmp_path)
