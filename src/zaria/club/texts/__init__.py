"""The club's own texts (conduct, terms, privacy, about, manual), their versions, and members' consent."""
