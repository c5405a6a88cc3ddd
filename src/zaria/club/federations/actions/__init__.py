"""Writes of federations. Each function is one transaction, or part of the caller's, and needs a thread."""
