"""What is wrong with a record."""


class InvalidRecordError(ValueError):
    """Not a record of a match that can be read here; the text is one line, with the file's line if known.

    `line` counts from 1; `reason` is the text without it.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class UnsupportedRecordError(ValueError):
    """A match that the format asked for has no words for; the text is one line that says why."""
