"""Tests of the scribe."""
