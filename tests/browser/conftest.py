"""Whole journeys: the real server, the real page, real pointers and keys."""

from tests.support.chromium import browser, lent, visit, visits

__all__ = ["browser", "lent", "visit", "visits"]
