"""The club of the tests of embeds: matches were played there."""

from tests.club.matches.conftest import shelved

__all__ = ["shelved"]
