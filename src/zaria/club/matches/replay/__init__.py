"""Records as visitors meet them: files to take away, the replay of a match, any position under an address."""
