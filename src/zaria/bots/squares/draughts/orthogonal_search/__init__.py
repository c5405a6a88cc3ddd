"""The search of draughts on all squares, along rows and columns; see `search`."""
