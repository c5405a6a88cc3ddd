"""The errors of reading and writing records."""


class InvalidRecordError(ValueError):
    """The bytes are not a readable record; the text is one line, with the file's line if known.

    `line` counts from 1; `reason` is the text without it.
    """

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line}: {reason}")
        self.reason = reason
        self.line = line


class UnsupportedRecordError(ValueError):
    """The format cannot express this match; the text is one line that says why."""
