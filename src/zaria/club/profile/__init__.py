"""Profile: a member's settings, and the public page."""
