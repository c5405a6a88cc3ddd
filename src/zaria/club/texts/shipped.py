"""The texts that come with Zaria: the first version of each kind."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from django.conf import settings

from zaria.club.texts.kinds import TextKind

NUMBER = 1
AT = datetime(2026, 11, 24, tzinfo=UTC)
"""The day of these texts."""

HOME = Path(__file__).resolve().parents[2] / "web" / "texts"


@cache
def shipped_text(kind: TextKind, language: str) -> str:
    """The Markdown of a text, in English where the language has none."""
    path = HOME / language / f"{kind}.md"
    if not path.exists():
        path = HOME / settings.LANGUAGE_CODE / f"{kind}.md"
    return path.read_text(encoding="utf-8")
