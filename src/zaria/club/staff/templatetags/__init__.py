"""Template filters of the staff's pages."""
