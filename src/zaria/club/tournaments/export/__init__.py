"""Tournaments as files: documents, tables, reports, calendars."""
