"""The lobby: open tables, running matches, online users, and how opponents find each other."""
