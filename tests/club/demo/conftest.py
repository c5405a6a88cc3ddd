"""Fixtures of the tests of the demo."""

from tests.support.club.uncollected_files import plain_files

__all__ = ["plain_files"]
