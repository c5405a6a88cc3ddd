"""The games of draughts, one module each."""
