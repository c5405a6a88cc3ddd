"""Each kind of notice is registered by a room, with everything that the settings and the page ask of it."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from django.template.loader import render_to_string
from django.utils.functional import Promise

from zaria.club.notifications.kinds import (
    KINDS,
    NoticeBody,
    NoticeKind,
    SenderLimit,
    Switches,
    ordered_kinds,
    register,
)
from zaria.club.notifications.texts import text
from zaria.club.relations.notice_kinds import FOLLOWER

ROOT = Path(__file__).resolve().parents[3]
CLUB = ROOT / "src/zaria/club"
DOCS = ROOT / "docs/reference/notifications.md"
OF_VERSION_1 = (
    "invitation", "rematch", "offer", "message", "tournament", "tournament_soon", "round", "tournament_place",
    "followed_tournament", "followed_match", "friend_online", "staked_table", "follower", "comment", "staff",
    "support", "gift",
)  # fmt: skip
"""The stored names of the kinds in the order of the settings."""
SYMBOLS = ("zaria/_symbols.html", "zaria/notices/_icons.html")
"""The pictures that the page of notices may use."""
SAMPLES = {str: "tabla", int: 1, bool: False}

Requirement = Callable[[NoticeKind[Any]], Iterator[str]]


def full_body(kind: NoticeKind[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind.body)
    return {name: SAMPLES.get(hint, 0) for name, hint in hints.items() if name not in ("path", "after")}


def settings(kind: NoticeKind[Any]) -> Iterator[str]:
    if not isinstance(kind.title, Promise) or not str(kind.title):
        yield "a title in the language of the reader"
    if len(kind.name) > 24:
        yield "a name that fits its column"
    if kind.only_on_page and (kind.default.mail or kind.default.push):
        yield "a switch for mails and knocks: it is only on the page"


def picture(kind: NoticeKind[Any]) -> Iterator[str]:
    if f'id="i-{kind.icon}"' not in "".join(map(render_to_string, SYMBOLS)):
        yield f"the icon {kind.icon}"


def writer(kind: NoticeKind[Any]) -> Iterator[str]:
    if (
        not issubclass(kind.body, dict)
        or not get_type_hints(NoticeBody).keys() <= get_type_hints(kind.body).keys()
    ):
        yield "a body with the fields of every notice"
    for body in ({}, full_body(kind), dict.fromkeys(full_body(kind), None)):
        sentence, more = kind.write(body)
        if not sentence or not isinstance(more, str):
            yield f"a sentence for the body {body}"


def limit(kind: NoticeKind[Any]) -> Iterator[str]:
    if not isinstance(kind.limit, SenderLimit) and not kind.limit:
        yield "a limit, or what else keeps it rare"


def documentation(kind: NoticeKind[Any]) -> Iterator[str]:
    if f"\n| `{kind.name}` |" not in DOCS.read_text():
        yield "a row in docs/reference/notifications.md"


REQUIREMENTS: tuple[Requirement, ...] = (settings, picture, writer, limit, documentation)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda requirement: requirement.__name__)
def test_each_kind_is_complete(requirement: Requirement) -> None:
    assert len(KINDS) >= 16
    assert not [f"{name} lacks {part}" for name, kind in KINDS.items() for part in requirement(kind)]


def test_the_kinds_keep_their_names_and_their_order() -> None:
    names = [kind.name for kind in ordered_kinds()]
    assert [name for name in names if name in OF_VERSION_1] == list(OF_VERSION_1)


def constants(path: Path) -> Iterator[str]:
    """The names of the kinds that a module registers."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def test_every_registered_kind_is_sent() -> None:
    sources = "".join(path.read_text() for path in CLUB.rglob("*.py") if path.name != "notice_kinds.py")
    names = [name for path in CLUB.glob("*/notice_kinds.py") for name in constants(path)]
    assert len(names) == len(KINDS)
    assert not [name for name in names if not re.search(rf"(?<![\w.]){name}, ", sources)]


def test_a_name_or_a_place_that_is_taken_is_refused() -> None:
    for kind in (replace(FOLLOWER, place=9999), replace(FOLLOWER, name="other")):
        with pytest.raises(ValueError, match="is taken"):
            register(kind)
    assert KINDS["follower"] is FOLLOWER


def test_a_kind_without_its_parts_is_reported() -> None:
    kind = replace(
        FOLLOWER,
        name="unheard_of",
        icon="nowhere",
        write=lambda body: ("", ""),
        limit="",
        default=Switches(True, True, True),
    )
    missing = [part for requirement in REQUIREMENTS for part in requirement(replace(kind, only_on_page=True))]
    assert "a switch for mails and knocks: it is only on the page" in missing
    assert "the icon nowhere" in missing
    assert "a sentence for the body {}" in missing
    assert "a limit, or what else keeps it rare" in missing
    assert "a row in docs/reference/notifications.md" in missing


def test_a_notice_of_a_later_version_has_a_sentence() -> None:
    assert text("of_a_later_version", {"title": "Cup"}).sentence
    assert text("staff", {"path": "//elsewhere.example"}).path == ""
