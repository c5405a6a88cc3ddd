"""The file formats of records: our own JSON, and those of other programs."""
