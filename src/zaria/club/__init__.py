"""The club's site: Django pages around the live tables."""
