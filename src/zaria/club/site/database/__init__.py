"""The site's database: its settings, its thread, its locks."""
