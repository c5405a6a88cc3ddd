"""Tests of the club's tournaments."""
