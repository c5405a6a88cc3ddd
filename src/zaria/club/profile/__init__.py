"""Profile: what a member sets, and what others see of him."""
