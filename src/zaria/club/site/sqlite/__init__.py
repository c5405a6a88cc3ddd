"""A database backend of Django: SQLite whose connections outlive the requests."""
