"""Texts that nobody has read in a language since their English changed."""

from pathlib import Path

import pytest
from babel.messages.catalog import Message
from tools.checks import read_again
from tools.checks.read_again import Reading, hash_of, mark, notes, readings_of, readings_of_pages, unread
from tools.generate import messages

SHOP, LOBBY = "src/zaria/web/templates/zaria/shop/shop.html", "src/zaria/club/lobby/rows.py"


def message(text: str | tuple[str, str], file: str = SHOP, context: str | None = None) -> Message:
    """A message of the sources."""
    return Message(text, locations=[(file, 1)], context=context)


def titles(readings: list[Reading]) -> list[str]:
    """The messages, in words."""
    return [reading.title for reading in readings]


def test_new_and_changed_english_is_unread_until_it_is_marked(tmp_path: Path) -> None:
    before = [*readings_of([message("Buy"), message("Sell", LOBBY)])]
    assert titles(unread("ru", before, tmp_path)) == ["Buy", "Sell"]
    assert mark("ru", None, before, tmp_path) == 2
    assert unread("ru", before, tmp_path) == []
    assert titles(unread("bg", before, tmp_path)) == ["Buy", "Sell"]

    after = [*readings_of([message("Buy now"), message("Sell", LOBBY), message("Sell", context="verb")])]
    assert titles(unread("ru", after, tmp_path)) == ["Buy now", "Sell (verb)"]
    assert mark("ru", None, after, tmp_path) == 2
    assert notes("ru", tmp_path) == {reading.hash for reading in after}, "notes of old English are gone"


def test_files_and_folders_are_marked_alone(tmp_path: Path) -> None:
    every = [*readings_of([message("Buy"), message("Sell", LOBBY)])]
    assert mark("el", ["src/zaria/web/templates/zaria/sho"], every, tmp_path) == 0
    assert mark("el", ["src/zaria/web/templates/zaria/shop/"], every, tmp_path) == 1
    assert titles(unread("el", every, tmp_path)) == ["Sell"]
    assert mark("el", [LOBBY], every, tmp_path) == 1
    assert unread("el", every, tmp_path) == []


def test_a_plural_a_context_and_a_page_count(tmp_path: Path) -> None:
    forms = [message("%(n)s day"), message(("%(n)s day", "%(n)s days")), message("%(n)s day", context="x")]
    assert len({reading.hash for reading in readings_of(forms)}) == 3
    page = tmp_path / "rules" / "en" / "tabla.md"
    page.parent.mkdir(parents=True)
    page.write_text("# Tabla\n", encoding="utf-8")
    (before,) = readings_of_pages(tmp_path)
    page.write_text("# Tabla of Bulgaria\n", encoding="utf-8")
    (after,) = readings_of_pages(tmp_path)
    assert before.title == after.title == "src/zaria/web/rules/en/tabla.md"
    assert before.hash != after.hash


def test_the_report_counts_and_lists() -> None:
    waiting = {"ru": [Reading(hash_of("", "Buy"), "Buy", (SHOP,))], "bg": []}
    assert [*read_again.report(waiting, is_listed=False)] == ["ru: 1 to read again"]
    assert [*read_again.report(waiting, is_listed=True)] == ["ru: 1 to read again", f"  {SHOP}: 'Buy'"]


@pytest.mark.parametrize("arguments", [["mark", "ru"], ["mark", "ru", "--all", SHOP], ["xx"], ["mark", "en"]])
def test_wrong_arguments_are_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        read_again.main(arguments)
    assert refused.value.code == 2


def test_every_language_has_notes() -> None:
    assert {path.stem for path in read_again.NOTES.glob("*.txt")} == {*messages.LANGUAGES}
