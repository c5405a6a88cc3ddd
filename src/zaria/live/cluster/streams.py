"""Numbered messages from one process to another: the receiver notices each one that is lost.

A sender numbers its messages 1, 2, 3, …, and each of its heartbeats names the last number. So a receiver
notices a gap, and the loss of the last message too, and nothing has to be repeated regularly. One that cannot
read elsewhere what it has missed asks the sender for everything that the messages have said so far.
"""

CHECK = 1.0
"""Seconds between two comparisons with a heartbeat: a message sent before the previous one has arrived, or is
lost."""


class Incoming:
    """The messages of one sender to this process. `lacks`: one was lost."""

    def __init__(self, last: int = 0) -> None:
        """Expect the message after number `last`."""
        self.last = last
        self.lacks = False
        self._reached = last
        self._unbroken_since = last + 1

    def arrive(self, number: int) -> bool:
        """Note a message; return whether it is new. One that is repeated, or overtaken, is not."""
        if number <= self.last:
            return False
        if number > self.last + 1:
            self.lacks = True
            self._unbroken_since = number
        self.last = number
        return True

    def complete(self, began: int) -> bool:
        """The last message ends the repetition of everything, which began with message `began`.

        Return whether all of it has arrived; then nothing is missing any more.
        """
        self.lacks = began < self._unbroken_since
        return not self.lacks

    def check(self, reached: int) -> bool:
        """Compare with the number in a heartbeat, every `CHECK` seconds; return whether one was lost."""
        if self._reached > self.last:
            self.lacks = True
        self._reached = reached
        return self.lacks

    def skip(self) -> None:
        """Do without the lost messages: what they said is read elsewhere."""
        self.last, self.lacks = max(self.last, self._reached), False
