"""Ratings: what follows from the rated matches, in the order in which they ended (`zaria.club.ratings.elo`).

Everything here can be thrown away and reckoned again, but `Correction`.
"""

from django.conf import settings
from django.db import models

OVERALL = ""
"""The "game" of the rating over all games."""


class Standing(models.Model):
    """A member's rating in one game, or over all (`OVERALL`), after his last rated match in it.

    `rating` is exact to two decimals, as all ratings are kept. `reached`: whether it was ever 1000 or more.
    `winnings`: points won less points lost in rated matches.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="standings")
    game = models.CharField(max_length=32, blank=True)
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    best = models.DecimalField(max_digits=7, decimal_places=2)
    reached = models.BooleanField(default=False)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    winnings = models.IntegerField(default=0)
    at = models.BigIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["member", "game"], name="one_standing_a_game"),)
        indexes = (models.Index(fields=["game", "-rating"], name="standings_in_order"),)

    def __str__(self) -> str:
        return f"{self.member}: {self.game or 'all'} {self.rating}"


class Change(models.Model):
    """One step of a rating: by a match, or by a correction (`match` is ""); `at` in ms since the epoch."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="changes")
    game = models.CharField(max_length=32, blank=True)
    match = models.CharField(max_length=16, blank=True)
    at = models.BigIntegerField()
    before = models.DecimalField(max_digits=7, decimal_places=2)
    after = models.DecimalField(max_digits=7, decimal_places=2)
    points = models.IntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=["member", "game", "at"], name="changes_of_a_member"),
            models.Index(fields=["match"], name="changes_by_a_match"),
            models.Index(fields=["game", "at"], name="changes_of_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.before} → {self.after}"


class Correction(models.Model):
    """The staff sets a rating at a moment; what is reckoned after it goes on from there."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="corrections")
    game = models.CharField(max_length=32, blank=True)
    at = models.BigIntegerField()
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.member}: {self.rating}"
