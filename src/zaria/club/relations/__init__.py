"""Relations between members: following and blocking."""
