"""A large and plausible club, and what its pages cost beside those of a small one."""
