"""The HTTP API for programs: what the site knows, as JSON, and personal tokens to say who asks."""
