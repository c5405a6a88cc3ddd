"""Statistics: what a member's games add up to."""
