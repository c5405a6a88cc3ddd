"""Ratings: what follows from the rated matches, in the order in which they ended (`zaria.club.ratings.elo`).

Everything here can be deleted and computed again, except `Correction`. `StakeTotal` follows the ledger
(`comparison`).
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

OVERALL = ""
"""The "game" of the rating over all games."""


class Standing(models.Model):
    """A member's rating in one game, or over all (`OVERALL`), after their last rated match in it.

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
        indexes = (
            models.Index(fields=["game", "-rating", "member"], name="standings_by_rating"),
            models.Index(fields=["game", "-won", "member"], name="standings_by_won"),
            models.Index(fields=["game", "-winnings", "member"], name="standings_by_winnings"),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.game or 'all'} {self.rating}"


class Season(models.Model):
    """A member's results in one game, or over all, in a month ("2026-11") or a year ("2026", both of UTC).

    There is one if the player has a rated match in it; `rating` is the one after the last change in it.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seasons")
    game = models.CharField(max_length=32, blank=True)
    period = models.CharField(max_length=7)
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    winnings = models.IntegerField(default=0)
    at = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["member", "game", "period"], name="one_season_a_game"),
        )
        indexes = (
            models.Index(fields=["game", "period", "-rating", "member"], name="seasons_by_rating"),
            models.Index(fields=["game", "period", "-won", "member"], name="seasons_by_won"),
            models.Index(fields=["game", "period", "-winnings", "member"], name="seasons_by_winnings"),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.game or 'all'} {self.period}"


class StakeTotal(models.Model):
    """The credits that a member has won in staked matches less those lost, in hundredths of `unit`.

    Of one game or of all (`OVERALL`), in a month or a year as in `Season`, or ("") ever. Fees are paid.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="stake_totals")
    game = models.CharField(max_length=32, blank=True)
    period = models.CharField(max_length=7, blank=True)
    unit = models.CharField(max_length=8)
    amount = models.BigIntegerField(default=0)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["member", "game", "period", "unit"], name="one_stake_total"),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.game or 'all'} {self.period or 'ever'} {self.amount} {self.unit}"


class Change(models.Model):
    """One step of a rating: by a match, or by a correction (`match` is ""); `at` in ms since the epoch.

    `player` is the id of the player: it stays when the account goes, for the sake of all others'
    ratings. `points` is what it added to the winnings, `result` 1 for a match won, 0 for one drawn, -1 for
    one lost (None: a correction). `best` to `winnings` are as in `Standing`, after this step.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="changes")
    player = models.CharField(max_length=40)
    game = models.CharField(max_length=32, blank=True)
    match = models.CharField(max_length=16, blank=True)
    at = models.BigIntegerField()
    before = models.DecimalField(max_digits=7, decimal_places=2)
    after = models.DecimalField(max_digits=7, decimal_places=2)
    points = models.IntegerField(default=0)
    result = models.SmallIntegerField(null=True)
    best = models.DecimalField(max_digits=7, decimal_places=2)
    reached = models.BooleanField(default=False)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    winnings = models.IntegerField(default=0)

    class Meta:
        indexes = (
            models.Index(fields=["member", "game", "at"], name="changes_of_a_member"),
            models.Index(fields=["player", "game", "at"], name="changes_of_a_player"),
            models.Index(fields=["match"], name="changes_by_a_match"),
            models.Index(fields=["at"], name="changes_in_order"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.before} → {self.after}"


class Correction(models.Model):
    """A rating set by the staff at a moment; later matches continue from there.

    After one is stored or taken back `zaria.club.ratings.actions.mark_due` must be called with its moment.
    """

    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="corrections"
    )
    player = models.CharField(max_length=40, editable=False)
    game = models.CharField(max_length=32, blank=True)
    at = models.BigIntegerField(db_index=True)
    rating = models.DecimalField(max_digits=7, decimal_places=2)
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name, verbose_name_plural = _("correction of a rating"), _("corrections of ratings")

    def __str__(self) -> str:
        return f"{self.player}: {self.rating}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Under the id that outlives the account."""
        if self.member is not None:
            self.player = self.member.player
        super().save(*args, **kwargs)


class Due(models.Model):
    """One row: the moment (ms) from which ratings must be computed again; None: nothing is due."""

    at = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return str(self.at)


class PairMatch(models.Model):
    """A rated match that takes one of the places that two members have in a day (days since the epoch, UTC).

    `one` and `two` are the ids under which they play, in order.
    """

    match_id = models.CharField(max_length=16, primary_key=True)
    one = models.CharField(max_length=40)
    two = models.CharField(max_length=40)
    day = models.PositiveIntegerField()

    class Meta:
        indexes = (
            models.Index(fields=["one", "two", "day"], name="pair_matches_of_a_day"),
            models.Index(fields=["day"], name="pair_matches_by_day"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.one}, {self.two}"


class SeatAddress(models.Model):
    """From where a member sat down to a rated match: a keyed hash (`addresses.fingerprint`), at `at` (ms)."""

    match_id = models.CharField(max_length=16)
    player = models.CharField(max_length=40)
    address = models.CharField(max_length=16)
    at = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["match_id", "player"], name="one_seat_address_a_match"),
        )
        indexes = (
            models.Index(fields=["player", "address"], name="seat_addresses_of_a_player"),
            models.Index(fields=["at"], name="seat_addresses_in_order"),
            models.Index(fields=["address", "at"], name="seats_from_an_address"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.match_id}"


class SharedBrowser(models.Model):
    """Two players who have signed in as members in the same browser, last at `at` (ms); `one` < `two`."""

    one = models.CharField(max_length=40)
    two = models.CharField(max_length=40)
    at = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["one", "two"], name="one_shared_browser_a_pair"),)
        indexes = (models.Index(fields=["two"], name="browsers_of_the_second"),)

    def __str__(self) -> str:
        return f"{self.one}, {self.two}"
