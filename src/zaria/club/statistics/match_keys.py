"""The place of a match in a list in order of its end, by which the next page goes on."""

from typing import NamedTuple

from django.db.models import Q

_MOST_DIGITS = 15


class MatchKey(NamedTuple):
    """The end of a match (ms) and its id; the latest has the greatest key."""

    ended: int
    match_id: str

    @classmethod
    def read(cls, text: str) -> "MatchKey":
        """The key in an address; raises `ValueError` for what is none."""
        ended, _, match_id = text.partition("-")
        if not (ended.isascii() and ended.isdigit() and len(ended) <= _MOST_DIGITS):
            raise ValueError("no time")
        if not (match_id and match_id.isprintable()):
            raise ValueError("no id")
        return cls(int(ended), match_id)

    @property
    def text(self) -> str:
        """The key as an address has it."""
        return f"{self.ended}-{self.match_id}"

    def older(self) -> Q:
        """The matches after this one in a list with the latest first."""
        return Q(ended__lte=self.ended) & (Q(ended__lt=self.ended) | Q(match_id__lt=self.match_id))
