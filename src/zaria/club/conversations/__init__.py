"""Conversations: direct ones, those of tables and onlookers, and the rooms of tournaments and federations."""
