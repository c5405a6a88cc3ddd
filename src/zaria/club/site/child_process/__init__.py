"""Processes that do slow work for a server, at low priority: the supervisor in the server, and the child."""
