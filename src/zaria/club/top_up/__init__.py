"""Top-ups: payments through a provider, and what they book in the ledger."""
