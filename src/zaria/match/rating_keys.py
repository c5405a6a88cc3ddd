"""The names of ratings: each game has one for play at the board, and one of its own for games by the day."""

BY_DAY = ".days"
"""The end of the names of ratings by the day."""


def rating_key(game: str, *, by_day: bool) -> str:
    """Return the name of the rating that a match of `game` changes."""
    return f"{game}{BY_DAY}" if by_day else game
