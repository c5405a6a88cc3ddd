"""The translations are whole, and the check that says so can tell."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation
from tools import messages

from tests.alphabets import OTHERS
from zaria.club import languages
from zaria.club.catalogues import compile_stale, stale
from zaria.live.app import SENTENCES


def test_nothing_is_missing() -> None:
    assert list(messages.problems()) == []


def test_the_languages_are_those_of_the_site() -> None:
    assert {code for code, _name in settings.LANGUAGES} == {"en", *messages.LANGUAGES}


@pytest.fixture
def bulgarian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a catalogue to be spoiled."""
    copy = tmp_path / "bg.po"
    copy.write_bytes(messages._path("bg").read_bytes())
    monkeypatch.setattr(messages, "_path", lambda _: copy)
    monkeypatch.setattr(messages, "LANGUAGES", ("bg",))
    return copy


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


def test_a_missing_catalogue_is_noticed(bulgarian: Path) -> None:
    bulgarian.unlink()
    assert list(messages.problems()) == ["bg: missing"]


def test_catalogues_are_compiled_when_they_changed(tmp_path: Path) -> None:
    po = tmp_path / "bg" / "LC_MESSAGES" / "django.po"
    po.parent.mkdir(parents=True)
    po.write_bytes(messages._path("bg").read_bytes())
    assert compile_stale(tmp_path) == [po]
    assert po.with_suffix(".mo").stat().st_size > 1000
    compiled = po.with_suffix(".mo").stat().st_mtime_ns
    os.utime(po, ns=(compiled - 1, compiled - 1))
    assert compile_stale(tmp_path) == []
    os.utime(po, ns=(compiled + 1, compiled + 1))
    assert stale(tmp_path) == [po]


@pytest.mark.parametrize("language", OTHERS)
def test_refusals_are_told_in_the_readers_language(language: str) -> None:
    compile_stale(messages.LOCALE)
    translation.trans_real._translations.clear()  # type: ignore[attr-defined]
    for code, sentence in SENTENCES.items():
        assert languages.translate(code, "en") == sentence
        assert languages.translate(code, language) != sentence
