"""Answers to an open table with other terms: offered, answered, accepted or declined."""
