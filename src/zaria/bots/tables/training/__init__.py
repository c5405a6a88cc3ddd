"""Training of the nets."""
