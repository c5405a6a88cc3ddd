"""Templates use no filter of Django whose words some language of the site lacks."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "src/zaria/web/templates").rglob("*.html"))
UNTRANSLATED = re.compile(r"\|\s*(timesince|timeuntil|naturaltime|naturalday)\b|{%\s*load[^%]*\bhumanize\b")
"""Django's Greek catalogue has no units of time: these would write "5 minutes"."""


def test_no_template_writes_a_time_in_english() -> None:
    assert len(TEMPLATES) > 200
    refused = [
        f"{path.relative_to(ROOT)}: {use[0]}"
        for path in TEMPLATES
        for use in UNTRANSLATED.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not refused, "\n".join(refused)
