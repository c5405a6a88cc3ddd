"""Templates and browsers get each text in the language of their page, whichever page asked first."""

import pytest
from django.template import Context, Engine
from django.utils.translation import gettext, override, pgettext

from zaria.club.site import i18n
from zaria.club.site.templatetags.translations import ConstantTranslation

LANGUAGES = ("en", "el", "bg", "en", "el")


def template(source: str) -> tuple[str, ...]:
    """Render a source in one language after the other."""
    compiled = Engine.get_default().from_string("{% load i18n %}" + source)
    texts = []
    for number, language in enumerate(LANGUAGES):
        with override(language):
            texts.append(compiled.render(Context({"word": "Play" if number < 3 else "Shop"})))
    return tuple(texts)


def expected(*messages: str) -> tuple[str, ...]:
    texts = []
    for language, message in zip(LANGUAGES, messages, strict=True):
        with override(language):
            texts.append(gettext(message))
    return tuple(texts)


def test_a_constant_text_is_in_the_language_of_the_page() -> None:
    plays = expected(*["Play"] * len(LANGUAGES))
    assert len(set(plays)) == 3, "one text a language"
    assert template("{% translate 'Play' %}") == plays
    assert template("{% trans 'Play' %}") == plays
    assert template("{% translate 'Play' as label %}{{ label }}") == plays


def test_a_text_of_the_page_is_looked_up_for_each_page() -> None:
    assert template("{% translate word %}") == expected("Play", "Play", "Play", "Shop", "Shop")
    upper = tuple(text.upper() for text in expected(*["Play"] * len(LANGUAGES)))
    assert template("{% translate 'Play'|upper %}") == upper


def test_only_a_constant_text_is_remembered() -> None:
    source = "{% load i18n %}{% translate 'Play' %}{% translate word %}{% translate 'Play' as label %}"
    nodes = Engine.get_default().from_string(source).nodelist
    assert [isinstance(node, ConstantTranslation) for node in nodes] == [False, True, False, False]


def test_texts_with_percents_and_contexts_are_those_of_django() -> None:
    assert template("{% translate '100%' %}") == ("100%",) * len(LANGUAGES)
    with override("el"):
        speed = pgettext("result", "won")
    assert template("{% translate 'won' context 'result' %}")[1] == speed


@pytest.mark.parametrize("words", [i18n.words, i18n.late_words, i18n.lobby_words, i18n.chat_words])
def test_words_of_the_browser_are_in_the_language_of_the_page(words: object) -> None:
    assert callable(words)
    by_language = []
    for language in LANGUAGES:
        with override(language):
            by_language.append(words())
            words().clear()  # a caller may change what it gets
    assert by_language[0] == by_language[3]
    assert by_language[1] == by_language[4]
    assert by_language[0] != by_language[1] != by_language[2]
    assert all(by_language)
