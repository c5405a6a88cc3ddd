"""A browser that keeps nothing: pages go on without what they would have kept."""

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

REFUSED = """async () => {
  const refuse = { configurable: true, get() { throw new DOMException('no storage', 'SecurityError'); } };
  const areas = ['localStorage', 'sessionStorage'];
  const own = areas.map((area) => Object.getOwnPropertyDescriptor(window, area));
  for (const area of areas) Object.defineProperty(window, area, refuse);
  try {
    const { saveSearchSettings, searchSettings } = await import('/static/js/live/search.js');
    const { pendingSearch, setPendingSearch } = await import('/static/js/live/pending_search.js');
    const { counted } = await import('/static/js/shell/level_offer.js');
    saveSearchSettings({ rated: false, speeds: false, games: true });
    setPendingSearch({ game: 'tabla', speed: 'fast', rated: false });
    const rows = ['one', 'two'].map((match) => counted('tabla', 1, match, -1));
    return [searchSettings(), pendingSearch(), rows];
  } finally {
    areas.forEach((area, i) => Object.defineProperty(window, area, own[i]));
  }
}"""
KEPT = """async () => {
  const { pendingSearch, setPendingSearch } = await import('/static/js/live/pending_search.js');
  setPendingSearch({ game: 'tabla', speed: 'fast', rated: false, speeds: true, to: 'somebody' });
  const found = pendingSearch();
  setPendingSearch(null);
  return [found, pendingSearch()];
}"""


def test_a_browser_without_storage_searches_and_counts_all_the_same(modules: Page) -> None:
    settings, pending, rows = modules.evaluate(REFUSED)
    assert settings == {"rated": True, "speeds": True, "games": False}
    assert pending is None
    assert rows == [-1, -1]


def test_a_search_goes_on_with_the_next_page_but_answers_nobody_there(modules: Page) -> None:
    search, after = modules.evaluate(KEPT)
    assert search == {"game": "tabla", "speed": "fast", "rated": False, "speeds": True}
    assert after is None
