"""Results of matches: a row for each finished one, made from its record alone."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Played(models.Model):
    """A match that is over.

    What is there twice is of side 0 and of side 1: the `player`'s id as in the record ("bot:…" for the club's
    programs), the `name` at that time, whether it was a `member`, and the program that played, if any (`bot`;
    a member's own is "robot"). `game` is what was agreed on (a match of three games in turn has one name).

    `won` is the side that won the match (None: nobody), `score` its points; `kind` and `how` are those of
    the last game ("mars", …; "played", "resigned", …), and `games` has all of them as [winner, points, kind,
    how]. `dice`: how often each face fell to a side, 1 to 6, opening rolls among them, then its rolls of two
    dice and its doublets; empty where there are no dice. `plies`: turns, or moves on squares, by both
    together. `began`, `ended`: ms since the epoch. `stake`: in minor units.

    `turns`: how many each side played. `early`: the match was over before both had played as many as its
    terms ask for; `early_gain` is then the most that its winner gains (hundredths of a rating point).
    `most_points`: the most that it adds to winnings (None: any number). `aborted`: the side that left a board
    game before it counted (None: neither).

    `rated`, `training`: the terms said so. `tournament`: the id of the one that it belongs to, or "".
    `opening`: the code and the name of a chess opening, the names of the first turns of a single game of
    backgammon, or ""; older rows have none. What is `void` counts
    nowhere: it was too short, or nobody's; and so does what the staff has `voided`.
    """

    match_id = models.CharField(max_length=16, primary_key=True)
    game = models.CharField(max_length=32)
    began = models.BigIntegerField()
    ended = models.BigIntegerField()
    length = models.PositiveSmallIntegerField()
    speed = models.CharField(max_length=10)
    player0 = models.CharField(max_length=40, db_index=True)
    player1 = models.CharField(max_length=40, db_index=True)
    name0 = models.CharField(max_length=40)
    name1 = models.CharField(max_length=40)
    member0 = models.BooleanField(default=False)
    member1 = models.BooleanField(default=False)
    bot0 = models.CharField(max_length=32, blank=True, default="")
    bot1 = models.CharField(max_length=32, blank=True, default="")
    won = models.PositiveSmallIntegerField(null=True)
    score0 = models.PositiveIntegerField()
    score1 = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, blank=True, default="")
    how = models.CharField(max_length=16)
    games = models.JSONField(default=list)
    dice0 = models.JSONField(default=list)
    dice1 = models.JSONField(default=list)
    plies = models.PositiveIntegerField(default=0)
    turns0 = models.PositiveIntegerField(default=0)
    turns1 = models.PositiveIntegerField(default=0)
    early = models.BooleanField(default=False)
    early_gain = models.PositiveIntegerField(default=0)
    most_points = models.PositiveIntegerField(null=True)
    rated = models.BooleanField(default=False)
    void = models.BooleanField(default=False)
    aborted = models.PositiveSmallIntegerField(null=True)
    voided = models.BooleanField(default=False)
    stake = models.BigIntegerField(null=True)
    training = models.BooleanField(default=False)
    tournament = models.CharField(max_length=16, blank=True, default="")
    opening = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        verbose_name, verbose_name_plural = _("match"), _("matches")
        indexes = (
            models.Index(fields=["ended", "match_id"], name="played_in_order"),
            models.Index(fields=["ended"], name="played_and_rated", condition=models.Q(rated=True)),
            models.Index(fields=["ended", "match_id"], name="early_matches", condition=models.Q(early=True)),
            models.Index(fields=["ended", "match_id"], name="void_matches", condition=models.Q(void=True)),
            models.Index(
                fields=["ended", "match_id"], name="voided_matches", condition=models.Q(voided=True)
            ),
            models.Index(fields=["game", "ended", "match_id"], name="played_by_game"),
            models.Index(fields=["player0", "-ended"], name="played_by_side_0"),
            models.Index(fields=["player1", "-ended"], name="played_by_side_1"),
            models.Index(fields=["player0", "player1", "-ended"], name="played_by_pair_0"),
            models.Index(fields=["player1", "player0", "-ended"], name="played_by_pair_1"),
        )

    def __str__(self) -> str:
        return self.match_id


class LastMeeting(models.Model):
    """The end (ms) of the last match of two members; each of them has a row with the other as `opponent`."""

    player = models.CharField(max_length=40)
    opponent = models.CharField(max_length=40)
    ended = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["player", "opponent"], name="one_last_meeting_a_pair"),
        )
        indexes = (models.Index(fields=["player", "-ended", "opponent"], name="opponents_by_last_meeting"),)

    def __str__(self) -> str:
        return f"{self.player} {self.opponent}"


class SearchWait(models.Model):
    """A search for a `game` that has found an opponent `at` a time (ms) after so many `seconds`."""

    game = models.CharField(max_length=32)
    at = models.BigIntegerField(db_index=True)
    seconds = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.game} {self.seconds} s"


class Scribed(models.Model):
    """One row: the last match, in order of (when it was over, its id), up to which all are written down."""

    over = models.BigIntegerField(default=0)
    match_id = models.CharField(max_length=16, blank=True, default="")

    def __str__(self) -> str:
        return f"{self.over} {self.match_id}"
