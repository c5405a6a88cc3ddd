"""The description of a program is in the language of the page."""

import re

import pytest
from django.utils import translation

from zaria.bots import levels
from zaria.club.games import programs
from zaria.club.site import i18n


@pytest.mark.parametrize(
    ("game", "level", "engine"),
    [
        ("tapa", 1, "Програма: невронна мрежа"),
        ("tapa", 5, r"Програма: невронна мрежа, [1-9] полуход(а)? напред"),
        ("indiyka", 1, "Програма: точно решение"),
        ("ugolki", 1, r"Програма: алфа-бета търсене, [1-9] полуход(а)? напред"),
        ("ugolki", 5, "Програма: алфа-бета търсене"),
    ],
)
def test_an_engine_is_named_in_the_language_of_the_page(game: str, level: int, engine: str) -> None:
    with translation.override("bg"):
        expected = f"{re.escape(str(programs.EXPECTATIONS[level]))} · {engine}"
        assert re.fullmatch(expected, programs.engine(game, levels.bot_id(level)))


def test_a_program_without_a_level_has_an_engine_and_no_expectation() -> None:
    with translation.override("bg"):
        assert programs.engine("indiyka", levels.WITHOUT_LEVEL.id) == "Програма: точно решение"
        assert programs.engine("indiyka", "plain") == ""
        assert programs.name(levels.WITHOUT_LEVEL.id) == "Zaria"


def test_a_program_with_a_name_of_its_own_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "_engine_of", lambda game, level: ("Stockfish 15.1", 0))
    with translation.override("ru"):
        assert programs.engine("chess", levels.bot_id(5)).endswith(" · Программа: Stockfish 15.1")


def test_no_line_begins_between_a_program_and_its_level() -> None:
    with translation.override("bg"):
        assert programs.name(levels.bot_id(3)) == "Zaria\N{NO-BREAK SPACE}· Клубен играч"
        between = "Zaria\N{NO-BREAK SPACE}· Клубен играч\N{NO-BREAK SPACE}+"
        assert programs.name(levels.bot_id(3.5)) == between


def test_an_analysis_names_engines_as_tables_do() -> None:
    with translation.override("el"):
        words = i18n.analysis_words()
        engine_names = {
            key.removeprefix("an_by_"): word for key, word in words.items() if key.startswith("an_by_")
        }
        assert engine_names == {kind.partition("-")[0]: str(name) for kind, name in programs.KINDS.items()}
