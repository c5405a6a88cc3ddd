"""The translations are whole, and the check that says so can tell."""

import io
import os
from pathlib import Path
from typing import Any

import allauth
import pytest
from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, ngettext
from tools.generate import messages

from tests.support.scripts import OTHERS
from zaria.club.accounts.allauth_messages import BORROWED
from zaria.club.server.catalogues import compile_stale, stale
from zaria.club.site import i18n
from zaria.live.config import SENTENCES


@pytest.mark.slow  # `make check` asks the same
def test_nothing_is_missing() -> None:
    assert list(messages.problems()) == []


def test_the_languages_are_those_of_the_site() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *messages.LANGUAGES}


def test_an_indented_template_is_read() -> None:
    text = "{% blocktranslate trimmed %}\n      One,\n      two.\n  {% endblocktranslate %}"
    calls = messages.calls(f"<p>\n    {text}\n</p>")
    entries = extract("python", io.BytesIO(calls.encode()), keywords=messages.KEYWORDS)
    assert [message for _line, message, _comments, _context in entries] == ["One, two."]


@pytest.fixture
def bulgarian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a catalogue to be spoiled."""
    copy = tmp_path / "bg.po"
    copy.write_bytes(messages.catalogue_path("bg").read_bytes())
    path = messages.catalogue_path
    monkeypatch.setattr(messages, "catalogue_path", lambda code: copy if code == "bg" else path(code))
    monkeypatch.setattr(messages, "LANGUAGES", ("bg",))
    return copy


@pytest.mark.slow
@pytest.mark.xdist_group("messages")  # one worker reads the sources for all of them
@pytest.mark.parametrize(
    ("good", "bad", "wrong"),
    [
        ('msgstr "Играй"', 'msgstr ""', "untranslated"),
        ('msgid "Play"\n', '#, fuzzy\nmsgid "Play"\n', "fuzzy"),
        ("Играете като <b>%(name)s</b>", "Играеш като <b>%(nom)s</b>", "other placeholders"),
        ('msgid "Play"\n', 'msgid "Playing"\n', "out of date"),
    ],
)
def test_the_check_notices(bulgarian: Path, good: str, bad: str, wrong: str) -> None:
    text = bulgarian.read_text()
    assert good in text
    bulgarian.write_text(text.replace(good, bad))
    assert any(wrong in problem for problem in messages.problems())


@pytest.mark.slow
def test_a_missing_catalogue_is_noticed(bulgarian: Path) -> None:
    bulgarian.unlink()
    assert list(messages.problems()) == ["bg: missing"]


def test_catalogues_are_compiled_when_they_changed(tmp_path: Path) -> None:
    po = tmp_path / "bg" / "LC_MESSAGES" / "django.po"
    po.parent.mkdir(parents=True)
    po.write_bytes(messages.catalogue_path("bg").read_bytes())
    assert compile_stale(tmp_path) == [po]
    assert po.with_suffix(".mo").stat().st_size > 1000
    compiled = po.with_suffix(".mo").stat().st_mtime_ns
    os.utime(po, ns=(compiled - 1, compiled - 1))
    assert compile_stale(tmp_path) == []
    os.utime(po, ns=(compiled + 1, compiled + 1))
    assert stale(tmp_path) == [po]


@pytest.mark.parametrize("language", OTHERS)
def test_refusals_are_explained_in_the_readers_language(language: str) -> None:
    compile_stale(messages.LOCALE)
    translation.trans_real._translations.clear()  # type: ignore[attr-defined]
    for code, sentence in SENTENCES.items():
        assert i18n.translate(code, "en") == sentence
        assert i18n.translate(code, language) != sentence


FORMS = {
    "bg": {1: 0, 2: 1, 5: 1, 21: 1},
    "ru": {1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 22: 1},
    "ro": {1: 0, 2: 1, 0: 1, 19: 1, 20: 2, 101: 1},
    "el": {1: 0, 2: 1, 21: 1},
    "tr": {1: 0, 2: 0, 21: 0},
}
"""The plural form of a number."""


@pytest.mark.parametrize(("language", "forms"), FORMS.items())
def test_a_number_chooses_the_form_of_its_language(language: str, forms: dict[int, int]) -> None:
    compile_stale(messages.LOCALE)
    with messages.catalogue_path(language).open("rb") as file:
        catalogue = read_po(file, locale=language)
    counted: list[Any] = [
        message for message in catalogue if isinstance(message.id, tuple) and not message.context
    ]
    assert counted
    for message in counted:
        singular, plural = message.id
        assert len(message.string) == 1 + max(forms.values())
        with translation.override(language):
            for n, form in forms.items():
                assert ngettext(singular, plural, n) == message.string[form]


def test_what_is_borrowed_is_still_said_by_the_packages() -> None:
    with (Path(allauth.__file__).parent / "locale/bg/LC_MESSAGES/django.po").open("rb") as file:
        catalogue_ids = {message.id for message in read_po(file, locale="bg")}
    assert [message for message in BORROWED if message not in catalogue_ids] == []


def test_what_is_borrowed_is_said_in_our_words() -> None:
    compile_stale(messages.LOCALE)
    with translation.override("el"):
        assert gettext("Forgot your password?") == "Ξεχάσατε τον κωδικό;"
