"""Bad input on the command line, for the commands of every room."""


class UsageError(Exception):
    """Bad input on the command line; its text is the one line to print."""
