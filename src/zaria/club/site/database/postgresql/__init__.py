"""Django's connection to PostgreSQL, with limits: no statement and no lock waits without end."""
