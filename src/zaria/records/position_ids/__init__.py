"""Identifiers of positions: XGID and GNU Backgammon's."""
