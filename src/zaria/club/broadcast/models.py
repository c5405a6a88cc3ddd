"""The tables that directors broadcast."""

from django.db import models


class FeaturedTable(models.Model):
    """The match of a `tournament` (its id) that its broadcast shows, while it is being played."""

    tournament = models.CharField(max_length=10, primary_key=True)
    match_id = models.CharField(max_length=16)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.match_id}"
