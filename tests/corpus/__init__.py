"""The frozen corpus: what was stored, signed and sent by an earlier version is read and written unchanged."""
