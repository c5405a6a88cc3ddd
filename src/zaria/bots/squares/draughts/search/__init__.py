"""The search of draughts: `root` answers, `tree` searches, in the memory of a `state.SearchState`."""
