"""The numbers about members' decisions from the deep analyses of rated matches.

They can be deleted and computed again from the stored analyses.
"""

from array import array

from django.conf import settings
from django.db import models

from zaria.club.fair_play.detection import DecisionTally


class MatchTally(models.Model):
    """The sums over a member's decisions in a match, for each game that was played in it.

    `method` is the version of the tally; `decisions`, `loss`, `hard` and `agreed` are those of
    `detection.DecisionTally`, and `logs` has its logarithms, as numbers of four bytes.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_tallies")
    match = models.ForeignKey("results.Played", models.CASCADE, related_name="tallies")
    side = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=32)
    method = models.PositiveSmallIntegerField()
    decisions = models.PositiveIntegerField()
    loss = models.FloatField()
    hard = models.FloatField()
    agreed = models.FloatField()
    logs = models.BinaryField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["match", "side", "game"], name="one_match_tally"),)
        indexes = (models.Index(fields=["member", "game", "method"], name="match_tallies_of_member"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.side} {self.game}"

    @property
    def tally(self) -> DecisionTally:
        """The sums over the decisions."""
        numbers = array("f", bytes(self.logs))
        return DecisionTally(self.decisions, self.loss, self.hard, self.agreed, tuple(numbers))


class Agreement(models.Model):
    """The agreement of a member's decisions in a game with the engine's, all analysed matches together.

    `rate`: the error rate of the decisions that count, in the measure of the analysis; `agreement`: the
    part in which the best choice was made, weighted by their difficulty. `share` and `score` are the
    `detection.Evidence`. `matches` is the number of analysed matches. `loss`, `hard`, `agreed` and `logs`
    (numbers of eight bytes) are the sums of their tallies, to which the next match is added. `method` is the
    version of these tallies; 0: the sums have to be computed again.
    """

    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="agreements")
    game = models.CharField(max_length=32)
    matches = models.PositiveIntegerField()
    decisions = models.PositiveIntegerField()
    rate = models.FloatField()
    agreement = models.FloatField()
    share = models.FloatField()
    score = models.FloatField()
    loss = models.FloatField(default=0.0)
    hard = models.FloatField(default=0.0)
    agreed = models.FloatField(default=0.0)
    logs = models.BinaryField(default=b"")
    method = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["member", "game"], name="one_agreement_a_game"),)
        indexes = (
            models.Index(fields=["-score", "member", "game"], name="agreements_by_score"),
            models.Index(fields=["game", "share"], name="agreements_of_game"),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.game} {self.score:.1f}"

    @property
    def tally(self) -> DecisionTally:
        """The sums over the decisions of all matches."""
        numbers = array("d", bytes(self.logs))
        return DecisionTally(self.decisions, self.loss, self.hard, self.agreed, tuple(numbers))


class UsualShare(models.Model):
    """The tolerated share of decisions like an engine's in a game, from the shares of all its players.

    It is computed now and then, so that no analysis has to read the numbers of all members.
    """

    game = models.CharField(max_length=32, unique=True)
    share = models.FloatField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.game} {self.share}"
