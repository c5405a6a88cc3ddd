"""Each format of tournaments has its entry, and its place in every package that says something about it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from tests.support.scripts import LANGUAGES
from zaria.club.games.glossary.entries import glossary
from zaria.club.tournaments.director.presets import PRESETS
from zaria.club.tournaments.formats import FORMAT_WORDS
from zaria.club.tournaments.pages.brackets import DRAWERS
from zaria.club.tournaments.setup.format_choice import fields_of
from zaria.club.tournaments.setup.forms import TournamentForm
from zaria.match.terms import Terms
from zaria.tournaments.formats.arena import Arena
from zaria.tournaments.formats.registry import FORMATS, FormatInfo, FormatName, Setting
from zaria.tournaments.terms import TournamentTerms

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src/zaria"
REGISTRIES = {SOURCE / "tournaments/formats/registry.py", SOURCE / "club/tournaments/formats.py"}
STYLESHEET = SOURCE / "web/static/zaria/css/tournament_forms.css"

Requirement = Callable[[FormatInfo], Iterator[str]]


def entry(info: FormatInfo) -> Iterator[str]:
    if info.id not in get_args(FormatName):
        yield "its name in FormatName of tournaments/formats/registry.py"
    if not info.settings <= set(get_args(Setting)):
        yield "its settings in Setting of tournaments/formats/registry.py"
    if not info.settings <= set(TournamentTerms.__struct_fields__):
        yield "its settings in TournamentTerms"
    if info.fraction == 0 and info.report_type:
        yield "a fraction of a point for FIDE's report"


def rules(info: FormatInfo) -> Iterator[str]:
    terms = TournamentTerms(info.id, Terms("tabla"), 0, round_ms=3_600_000)
    if not terms.is_sound():
        yield f"sound terms: {terms.objection()}"
    if info.continuous != isinstance(terms.rules, Arena):
        yield "the rules of an arena, which `tick` asks for pairs"


def words(info: FormatInfo) -> Iterator[str]:
    if info.id not in FORMAT_WORDS:
        yield "its words in club/tournaments/formats.py"
        return
    columns = FORMAT_WORDS[info.id].columns
    if (columns[0].divisor if columns else 0) != info.fraction:
        yield f"columns in club/tournaments/formats.py that count in {info.fraction} parts of a point"


def word_in_glossaries(info: FormatInfo) -> Iterator[str]:
    for language in LANGUAGES:
        if info.id not in glossary(language).entries:
            yield f"a word of the glossary in {language}"


def bracket(info: FormatInfo) -> Iterator[str]:
    if info.bracket and info.bracket not in DRAWERS:
        yield f"a drawer of {info.bracket} brackets in club/tournaments/pages/brackets.py"


def fields(info: FormatInfo) -> Iterator[str]:
    style = STYLESHEET.read_text()
    for name in fields_of(info):
        if name not in TournamentForm.base_fields:
            yield f"the field {name} in club/tournaments/setup/forms.py"
        if f"[data-settings~='{name}']:checked) .for-{name.replace('_', '-')}" not in style:
            yield f"a rule for the field {name} in tournament_forms.css"


REQUIREMENTS: tuple[Requirement, ...] = (entry, rules, words, word_in_glossaries, bracket, fields)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_each_format_is_complete(requirement: Requirement) -> None:
    assert not [f"{name} lacks {part}" for name, info in FORMATS.items() for part in requirement(info)]


def test_nothing_is_registered_for_a_format_that_does_not_exist() -> None:
    assert tuple(FORMATS) == tuple(FORMAT_WORDS) == get_args(FormatName)
    assert {preset.fields["format"] for preset in PRESETS} <= set(FORMATS)


def test_a_format_without_registrations_is_reported() -> None:
    unknown = FORMATS["groups"]._replace(id="unheard-of", fraction=4, bracket="triple")  # type: ignore[arg-type]
    missing = [part for requirement in (entry, words, bracket) for part in requirement(unknown)]
    assert missing == [
        "its name in FormatName of tournaments/formats/registry.py",
        "its words in club/tournaments/formats.py",
        "a drawer of triple brackets in club/tournaments/pages/brackets.py",
    ]


NAMES = "|".join(map(re.escape, FORMATS))
COMPARISONS = (
    re.compile(rf"""(?:==|!=|\bin|\bcase)\s*[\[({{]*["'](?:{NAMES})["']"""),
    re.compile(rf"""["'](?:{NAMES})["']\s*(?:==|!=)"""),
    re.compile(r"""\[name='format'\].*\[value='[\w-]+'"""),
)
"""Places that decide by the name of a format."""


def comparisons(text: str) -> list[str]:
    lines = text.splitlines()
    return [line.strip() for line in lines for rule in COMPARISONS if rule.search(line)]


def test_nothing_else_decides_by_the_name_of_a_format() -> None:
    paths = [path for ending in ("py", "html", "css", "js") for path in SOURCE.rglob(f"*.{ending}")]
    rooms = [path for path in paths if "migrations" not in path.parts and path not in REGISTRIES]
    assert len(rooms) > 1000
    assert not [
        f"{path.relative_to(SOURCE)}: {line}"
        for path in rooms
        for line in comparisons(path.read_text())
        if "tournament" in str(path) or "format" in line  # elsewhere a ladder or a double is something else
    ]


@pytest.mark.parametrize(
    "line",
    [
        'if terms.format == "arena":',
        'seeded=form in ("knockout", "double") and values["seeded"],',
        'if values.get("format") == "swiss" and not rounds:',
        '{% if terms.format == "arena" %}',
        ".options:has([name='format'][value='swiss']:checked) .for-swiss,",
        'if state.terms.format in ("round-robin", "league"):',
    ],
)
def test_a_comparison_is_found(line: str) -> None:
    assert comparisons(line) == [line]
