"""Requirements of tests that a machine may lack."""

import os
from typing import NoReturn

import pytest


def missing(part: str, why: str) -> NoReturn:
    """Skip for want of `part`; fail where ZARIA_REQUIRE names it: parts with commas between, or "all"."""
    required = os.environ.get("ZARIA_REQUIRE", "").split(",")
    if part in required or "all" in required:
        pytest.fail(f"{why}, but ZARIA_REQUIRE asks for it")
    pytest.skip(why)
