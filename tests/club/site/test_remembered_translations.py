"""Browsers get their words in the language of the page, whichever page asked first."""

from collections.abc import Callable

import pytest
from django.utils.translation import override

from zaria.club.site import i18n
from zaria.club.site.i18n import Word

LANGUAGES = ("en", "el", "bg", "en", "el")


@pytest.mark.parametrize("words", [i18n.words, i18n.late_words, i18n.lobby_words, i18n.chat_words])
def test_words_of_the_browser_are_in_the_language_of_the_page(words: Callable[[], dict[str, Word]]) -> None:
    by_language = []
    for language in LANGUAGES:
        with override(language):
            by_language.append(words())
            words().clear()  # a caller may change what it gets
    assert by_language[0] == by_language[3]
    assert by_language[1] == by_language[4]
    assert by_language[0] != by_language[1] != by_language[2]
    assert all(by_language)
