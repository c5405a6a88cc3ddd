"""The shop: boards and checkers, the gift of the club, and treats for others."""
