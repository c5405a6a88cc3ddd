"""The server process: its start, its parts, backups."""
