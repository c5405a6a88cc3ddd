"""Tests of the search in finished matches."""
