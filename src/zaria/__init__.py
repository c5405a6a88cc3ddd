"""Zaria: an open club for tabla, nardy and their family."""
