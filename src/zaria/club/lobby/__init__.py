"""The lobby: what is open, what is being played, who is there."""
