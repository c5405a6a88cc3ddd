"""The taps of journeys, as docs/measurements/journeys.md says, and a counter for the pages of a test."""

from typing import NamedTuple

from playwright.sync_api import Page

COUNT = """{
  const add = (name) => sessionStorage.setItem(name, 1 + Number(sessionStorage.getItem(name)));
  if (!window.countsTaps) {
    window.countsTaps = true;
    addEventListener('pointerdown', (e) => e.isTrusted && add('journey.taps'), true);
    addEventListener('change', (e) => {
      if (e.target.matches('select')) add('journey.taps');
      else if (e.target.matches('input:not([type=checkbox],[type=radio]),textarea')) add('journey.fields');
    }, true);
  }
}"""
"""A script: counts taps, choices from a list, and fields that are filled in, over all pages of a tab."""

RESULT = """() => ['taps', 'fields'].map((name) => {
  const count = Number(sessionStorage.getItem(`journey.${name}`));
  sessionStorage.removeItem(`journey.${name}`);
  return count;
})"""


class Journey(NamedTuple):
    """The taps and the filled-in fields of a journey, without those on the board."""

    taps: int
    fields: int = 0


JOURNEYS = {
    "first game": Journey(1),
    "second game": Journey(1),
    "next day": Journey(1),
    "two on one tablet": Journey(1),
    "sign-up": Journey(3, fields=3),
    "backgammon to 3 with cube": Journey(1),
    "backgammon to 5 with cube": Journey(3),
    "analysis": Journey(2),
    "try an error again": Journey(2),
    "buy a board and use it": Journey(3),
    "set up a Friday eight on a phone": Journey(4),
    "enter a tournament": Journey(2),
    "decide a no-show": Journey(4),
    "correct a quarter-final on a phone": Journey(6, fields=1),
    "brand the club": Journey(3, fields=7),
}
"""The journeys by their names in the table."""


class Taps:
    """Counts what a visitor does on a page and on those that follow, until `check_journey` compares it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(COUNT)
        page.evaluate(COUNT)
        page.evaluate(RESULT)

    def check_journey(self, name: str) -> None:
        """Assert that the journey took as many taps as its row says, and begin the next one."""
        counted = Journey(*self.page.evaluate(RESULT))
        assert counted == JOURNEYS[name], name
