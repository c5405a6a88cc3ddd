"""The reading of pip-audit's answers."""

from typing import Any

import pytest
from tools.checks.audit import verdict_of

SOUND: dict[str, Any] = {"name": "django", "version": "5.2", "vulns": []}
HOLED: dict[str, Any] = {"name": "pillow", "version": "1", "vulns": [{"id": "CVE-1", "fix_versions": ["2"]}]}
UNKNOWN: dict[str, Any] = {"name": "chess", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("packages", "strict", "fails", "message"),
    [
        ([SOUND], True, False, ""),
        ([SOUND, HOLED], False, True, "pillow 1: CVE-1"),
        ([UNKNOWN], True, False, "not audited"),
        ([SOUND, UNKNOWN], False, False, "chess"),
        ([SOUND, UNKNOWN], True, True, "chess"),
        ([UNKNOWN, HOLED], False, True, "CVE-1"),
    ],
)
def test_verdicts(packages: list[dict[str, Any]], strict: bool, fails: bool, message: str) -> None:
    verdict = verdict_of(packages, strict)
    assert verdict.fails is fails
    assert message in verdict.message
