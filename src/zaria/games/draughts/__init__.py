"""Draughts: one kernel, four games."""
