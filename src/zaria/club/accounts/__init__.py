"""Members: accounts and who they are."""
