"""Notices to members: on their page, in the head of every page, and by mail."""
