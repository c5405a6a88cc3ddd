"""Members' own notes at matches: private, one for each member and match."""
