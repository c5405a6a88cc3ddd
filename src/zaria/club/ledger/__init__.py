"""The ledger of the club: accounts, transfers between them, and holds that are posted or voided once."""
