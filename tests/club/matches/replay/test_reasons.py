"""Every sentence with which a file is refused is one that the site translates."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.utils import translation

from zaria import records
from zaria.club.matches.replay.refusals import translated

ROOT = Path(records.__file__).parent
COMMAND_LINE = (
    "no such format",
    "no game ",
    "options are",
    "a JSON record",
    "a name ",
    "7: 7",
    "game 7, turn 7: 7",
)
"""Beginnings of sentences that only the command line prints, or that are made of others."""


def sentences() -> Iterator[tuple[str, str]]:
    """The file and the text of every refusal, with 7 for what differs."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            text = _text(node.args[0])
            if name in ("InvalidRecordError", "_bad") and text:
                yield path.name, text
            elif name == "ValueError" and text and path.name in ("pdn.py", "pgn.py"):
                yield path.name, f"{text}: 7"


def _text(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_every_reason_is_known_to_the_site() -> None:
    unknown = [
        (name, text)
        for name, text in sentences()
        if not text.startswith(COMMAND_LINE) and not translated(text)[1]
    ]
    assert not unknown
    assert len(list(sentences())) > 50


def test_a_reason_inside_another_is_translated_too() -> None:
    with translation.override("bg"):
        assert translated("game 2, turn 3: not a move: 'x'") == ("игра 2, ход 3: това не е ход: 'x'", True)
        assert translated("game 2, turn 3: who knows")[1] is False
