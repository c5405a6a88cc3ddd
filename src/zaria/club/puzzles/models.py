"""The acts of solvers, and what they make of a puzzle. Moments are in ms since the epoch.

Puzzles come from files (`zaria.puzzles.shipped`) and from matches of this club; rows have their ids.
"""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

ID_LENGTH = 8
GAME_LENGTH = 32


class SolverRating(models.Model):
    """The rating of a member in the puzzles of a game; `count` is the number of rated answers."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_ratings")
    game = models.CharField(max_length=GAME_LENGTH)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["member", "game"], name="one_puzzle_rating_a_game"),)

    def __str__(self) -> str:
        return f"{self.member_id} in {self.game}: {self.rating:.0f}"


class PuzzleState(models.Model):
    """The state of a puzzle after answers, votes and reports; one without a row is as it was shipped.

    * count: its rated answers;
    * votes: the sum of votes, each weighed by `zaria.club.puzzles.actions`;
    * reports: members who say that its answer is wrong, since it was checked last;
    * is_hidden: nobody is offered it until it was checked again, or for good if it failed.
    """

    puzzle = models.CharField(max_length=ID_LENGTH, primary_key=True)
    game = models.CharField(max_length=GAME_LENGTH, db_index=True)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    count = models.PositiveIntegerField(default=0)
    votes = models.IntegerField(default=0)
    reports = models.PositiveIntegerField(default=0, db_index=True)
    is_hidden = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.rating:.0f}"


class PuzzleAttempt(models.Model):
    """The first answer of a member to a puzzle; later ones are not stored.

    `before` and `after` are the solver's ratings if it was rated. `loss` is in points, or in chance to win
    on squares.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.CharField(max_length=ID_LENGTH)
    game = models.CharField(max_length=GAME_LENGTH)
    at = models.BigIntegerField()
    answer = models.CharField(max_length=120)
    loss = models.FloatField()
    score = models.FloatField()
    before = models.FloatField(null=True)
    after = models.FloatField(null=True)

    class Meta:
        default_permissions = ()
        constraints: ClassVar[list[Any]] = [
            models.UniqueConstraint(fields=["member", "puzzle"], name="one_attempt_at_a_puzzle"),
        ]
        indexes = (models.Index(fields=["member", "game", "at"], name="puzzle_attempts_of_a_member"),)

    def __str__(self) -> str:
        return f"{self.member_id} at {self.puzzle}: {self.score:.2f}"


class PuzzleVote(models.Model):
    """A member's vote on a puzzle, 1 or -1, and the weight with which it counts in `PuzzleState.votes`."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_votes")
    puzzle = models.CharField(max_length=ID_LENGTH)
    value = models.SmallIntegerField()
    weight = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["member", "puzzle"], name="one_vote_on_a_puzzle"),)

    def __str__(self) -> str:
        return f"{self.member_id} on {self.puzzle}: {self.value}"


class PuzzleReport(models.Model):
    """A member's word that the answer of a puzzle is wrong."""

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_reports")
    puzzle = models.CharField(max_length=ID_LENGTH)
    at = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["member", "puzzle"], name="one_report_on_a_puzzle"),)

    def __str__(self) -> str:
        return f"{self.member_id} on {self.puzzle}"


class DailyPuzzle(models.Model):
    """The puzzle of a day (UTC) in a list: a game's, "tables" or "squares"."""

    day = models.DateField()
    list_name = models.CharField(max_length=GAME_LENGTH)
    puzzle = models.CharField(max_length=ID_LENGTH)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["list_name", "day"], name="one_puzzle_a_day"),)

    def __str__(self) -> str:
        return f"{self.list_name} on {self.day}: {self.puzzle}"


class RepeatCard(models.Model):
    """A puzzle that a member repeats, the state of its card (see `repeat`), and when it is due.

    `misses` counts in a row; a parked card is no longer asked.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="repeat_cards")
    puzzle = models.CharField(max_length=ID_LENGTH)
    card = models.JSONField()
    due_at = models.BigIntegerField()
    misses = models.PositiveSmallIntegerField(default=0)
    is_parked = models.BooleanField(default=False)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["member", "puzzle"], name="one_card_a_puzzle"),)
        indexes = (models.Index(fields=["member", "is_parked", "due_at"], name="repeat_cards_that_are_due"),)

    def __str__(self) -> str:
        return f"{self.member_id} repeats {self.puzzle}"


class PuzzleSettings(models.Model):
    """The settings of a member; without a row everything is shown.

    * hides_rating: their rating is nowhere shown;
    * hides_repeat: "repeat" is not offered;
    * shares_matches: their finished matches may become puzzles;
    * best_run: the most puzzles that they have solved in a run of three minutes.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="puzzle_settings"
    )
    hides_rating = models.BooleanField(default=False)
    hides_repeat = models.BooleanField(default=False)
    shares_matches = models.BooleanField(default=False, db_default=False)
    best_run = models.PositiveSmallIntegerField(default=0)

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"puzzle settings of {self.member_id}"


class PuzzleStreak(models.Model):
    """The days in a row on which a member answered a puzzle (see `streaks`).

    * best: the most days that they ever had;
    * last_day: the last day (UTC) with a puzzle;
    * missed: days of its month that the streak has missed until then.
    """

    member = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="puzzle_streak"
    )
    days = models.PositiveIntegerField()
    best = models.PositiveIntegerField()
    last_day = models.DateField()
    missed = models.PositiveSmallIntegerField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.member_id}: {self.days} days until {self.last_day}"


class ClubPuzzle(models.Model):
    """A puzzle from a match of this club; `body` is its line, as in a file of puzzles."""

    puzzle = models.CharField(max_length=ID_LENGTH, unique=True)
    game = models.CharField(max_length=GAME_LENGTH)
    body = models.TextField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return self.puzzle


class MatchSearchMark(models.Model):
    """The finished match that was searched for puzzles last: its end (ms) and its id. One row."""

    ended = models.BigIntegerField()
    match_id = models.CharField(max_length=16)

    class Meta:
        default_permissions = ()
        constraints: ClassVar[list[Any]] = [
            models.CheckConstraint(condition=models.Q(pk=1), name="one_match_search_mark")
        ]

    def __str__(self) -> str:
        return f"{self.match_id}, {self.ended}"
