"""The steps of signing up and in: a module for each."""
