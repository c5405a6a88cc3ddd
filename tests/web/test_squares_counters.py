"""Counters towards an end are read whole on the narrowest card, in every language."""

import pytest
from django.utils import translation
from playwright.sync_api import Page

from tests.support.chromium import PHONE
from tests.support.scripts import LANGUAGES
from tests.support.web.board_stage import at
from tests.support.web.table_stage import state
from tests.web.test_table import Open
from zaria.web.messages.table import WORDS

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

CUT = """(texts) => {
  const counted = document.querySelector('.counted'), line = counted.parentElement;
  return texts.filter((text) => {
    counted.textContent = text;
    return line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight;
  });
}"""


@pytest.fixture
def counting(table: Open) -> Page:
    """A phone at a game that counts moves."""
    return table(state(at("russian-draughts", "W:WKa1,Kb8,Kc1:BKh6", "b8-a7", "h6-f8")), size=PHONE)


def test_a_counter_is_read_whole(counting: Page) -> None:
    texts = []
    for language in LANGUAGES:
        with translation.override(language):
            words = {name: translation.gettext(word) for name, word in WORDS.items()}
        names = [word for name, word in words.items() if name.startswith("count_")]
        texts += [words["counter"].format(name=name, now=38, of=40) for name in names]
    assert len(set(texts)) > 2 * len(names)
    assert counting.evaluate(CUT, texts) == []
    assert (
        len(counting.evaluate(CUT, ["This is a sentence that no card of a phone shows to its end " * 2])) == 1
    )
