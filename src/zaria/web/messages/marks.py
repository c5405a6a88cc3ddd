"""Marks of what is translated elsewhere: the words of the live pages stay English in the sources."""


def _(text: str) -> str:
    """Mark a text for translation without translating it here."""
    return text


def _in(context: str, text: str) -> str:
    """Mark a text that says something else in another context."""
    return f"{context}\x04{text}"


def _n(singular: str, plural: str) -> str:
    """Mark a text with plural forms: the number is `n`."""
    return f"{singular}\x00{plural}"
