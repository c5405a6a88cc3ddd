"""The runner: it starts tournaments, opens their tables and takes the results."""
