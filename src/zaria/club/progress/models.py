"""The cost of members' decisions, by match and by month. All of it can be computed again from the grades.

Losses, luck and the like are whole numbers in the units of `zaria.bots.analysis.game_sums.FINE`, so that sums
are exact whatever is added and taken away. A month is that in which a match ended (UTC), like "2026-11".
"""

from django.conf import settings
from django.db import models


class ProgressSwitches(models.Model):
    """The wishes of a member; without a row the defaults hold.

    `gathers`: their decisions are added up; `compares`: the page shows members of equal rating, and the
    member's sums count in what others compare with; `in_background`: the club analyses their matches by
    itself. `requested_at` (ms): when it last looked for one. `searched_before` (ms): no older match that
    ended from this moment on is without an analysis; None: nobody has looked. `gathers_before` (ms): matches
    that ended before it are not yet gathered since the switch was turned on; None: all are.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="progress_switches"
    )
    gathers = models.BooleanField(default=True)
    compares = models.BooleanField(default=True)
    in_background = models.BooleanField(default=False)
    requested_at = models.BigIntegerField(default=0)
    searched_before = models.BigIntegerField(null=True)
    gathers_before = models.BigIntegerField(null=True)

    class Meta:
        default_permissions = ()
        indexes = (
            models.Index(
                fields=["requested_at", "member"],
                name="progress_in_background",
                condition=models.Q(in_background=True),
            ),
            models.Index(
                fields=["gathers_before"],
                name="progress_to_gather",
                condition=models.Q(gathers_before__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.gathers} {self.compares} {self.in_background}"


class MatchProgress(models.Model):
    """A member's decisions in the games of one kind of a match, as they are counted in the sums of its month.

    `decisions`, `loss` and `squares` add up `sums`, which are `DecisionSum`s as JSON, `first_turns` are
    `FirstTurn`s. `luck` is the member's less the opponent's; `luck` and `adjusted` are None without dice.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress_matches")
    match = models.ForeignKey("results.Played", models.CASCADE, related_name="progress")
    game = models.CharField(max_length=32)
    ended = models.BigIntegerField()
    month = models.CharField(max_length=7)
    decisions = models.PositiveIntegerField()
    loss = models.BigIntegerField()
    squares = models.BigIntegerField()
    luck = models.BigIntegerField(null=True)
    result = models.IntegerField()
    adjusted = models.BigIntegerField(null=True)
    sums = models.JSONField()
    first_turns = models.JSONField()

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["match", "member", "game"], name="one_match_progress_a_game"),
        )
        indexes = (
            models.Index(fields=["member", "game", "-ended"], name="progress_matches_of_a_game"),
            models.Index(fields=["member", "-ended"], name="progress_matches_of_a_member"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.member_id} {self.game}"


class MonthSum(models.Model):
    """The counted decisions of a member in a game and a month, of a phase and a kind, and what they cost."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress_sums")
    game = models.CharField(max_length=32)
    month = models.CharField(max_length=7)
    phase = models.CharField(max_length=8)
    kind = models.CharField(max_length=9)
    decisions = models.PositiveIntegerField(default=0)
    loss = models.BigIntegerField(default=0)
    squares = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(
                fields=["member", "game", "month", "phase", "kind"], name="one_sum_a_month"
            ),
        )
        indexes = (models.Index(fields=["game", "month"], name="progress_sums_of_a_game"),)

    def __str__(self) -> str:
        return f"{self.member_id} {self.game} {self.month} {self.phase} {self.kind}"


class MonthMatches(models.Model):
    """The matches of a member in a game and a month that are in the sums, and their luck and results."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress_months")
    game = models.CharField(max_length=32)
    month = models.CharField(max_length=7)
    matches = models.PositiveIntegerField(default=0)
    luck = models.BigIntegerField(default=0)
    result = models.IntegerField(default=0)
    adjusted = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["member", "game", "month"], name="one_progress_a_month"),
        )

    def __str__(self) -> str:
        return f"{self.member_id} {self.game} {self.month}"


class PeerSum(models.Model):
    """The cost of decisions of a phase and a kind to the members of a band of ratings, for comparison.

    `band` is the lowest rating of the band; `EVERYBODY` is the whole club.
    """

    EVERYBODY = -1

    game = models.CharField(max_length=32)
    band = models.IntegerField()
    phase = models.CharField(max_length=8)
    kind = models.CharField(max_length=9)
    decisions = models.PositiveIntegerField()
    loss = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["game", "band", "phase", "kind"], name="one_sum_of_peers"),
        )

    def __str__(self) -> str:
        return f"{self.game} {self.band} {self.phase} {self.kind}"


class PeerBand(models.Model):
    """The error rates of the members of a band: how many they are, and the quarters of their order.

    A quarter of them are below `low`, half below `middle`, three quarters below `high`.
    """

    game = models.CharField(max_length=32)
    band = models.IntegerField()
    members = models.PositiveIntegerField()
    low = models.FloatField()
    middle = models.FloatField()
    high = models.FloatField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["game", "band"], name="one_band_of_peers"),)

    def __str__(self) -> str:
        return f"{self.game} {self.band}: {self.members}"
