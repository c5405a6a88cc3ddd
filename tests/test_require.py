"""Tests that a machine cannot run are skipped, unless they are required."""

import pytest

from tests.support.requirements import missing


@pytest.mark.parametrize("required", ["", "javascript", "browsers"])
def test_what_is_not_required_is_skipped(monkeypatch: pytest.MonkeyPatch, required: str) -> None:
    monkeypatch.setenv("ZARIA_REQUIRE", required)
    with pytest.raises(pytest.skip.Exception, match="no browser here"):
        missing("browser", "no browser here")


@pytest.mark.parametrize("required", ["all", "browser", "javascript,browser"])
def test_what_is_required_fails(monkeypatch: pytest.MonkeyPatch, required: str) -> None:
    monkeypatch.setenv("ZARIA_REQUIRE", required)
    with pytest.raises(pytest.fail.Exception, match="no browser here"):
        missing("browser", "no browser here")
