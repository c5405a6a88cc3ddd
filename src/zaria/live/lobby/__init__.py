"""The lobby: what is open, what is being played, who is there, and how opponents find each other."""
