"""`zaria backup` and `zaria restore`."""
