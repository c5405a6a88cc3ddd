"""The room where one sits down: the front page, a new table, the table itself, the check of its dice."""
