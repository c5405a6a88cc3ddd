"""The search of draughts on boards of twelve rows, and of captures in eight directions; see `search`."""
