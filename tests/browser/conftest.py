"""Whole journeys: the real server, the real page, real pointers and keys."""

from tests.chromium import browser, visit, visits

__all__ = ["browser", "visit", "visits"]
