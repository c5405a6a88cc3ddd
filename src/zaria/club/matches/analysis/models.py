"""An analysis of a match: what is asked for, how far it is, what was found, and the grades of both sides."""

from django.db import models
from django.utils.translation import gettext_lazy as _

WAITING, WORKING, DONE, FAILED = "waiting", "working", "done", "failed"
OPEN = (WAITING, WORKING)

_NO_GAMES = models.Value([], models.JSONField())


class Analysis(models.Model):
    """One for each match, depth and version of `zaria.bots.analysis`.

    `effort` is the place of the depth among all, or after all of them for one that the club makes for itself,
    `rank` the place in the line: what is lower is made first.
    `progress` is in per cent. `asked_by` is the visitor who waits for it ("" when nobody does any more),
    `asked` the moment (ms), `origin` a keyed hash of the visitor's address ("" when nobody waits, or where
    addresses do not count) and `slot` which of the places of that origin is taken.

    The worker that makes it holds the `lease`, a random word, `until` a moment (ms) that it puts off as long
    as it lives; after that any worker may take it. `tries` counts who did, `broke` those of them that ended
    over it as their supervisor saw: one killed with its server may have been unlucky. `reason` says why it
    failed: too_long, broken, gone (there is no such record), or a code of
    `zaria.bots.analysis.NotAnalysableError`. `body` is the JSON in brotli, `size` its length before, `took`
    the milliseconds it needed. `ungraded`: it is from before grades were stored, and a worker makes them.
    """

    match_id = models.CharField(max_length=40)
    depth = models.CharField(max_length=8)
    version = models.PositiveSmallIntegerField()
    effort = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=8, default=WAITING)
    progress = models.PositiveSmallIntegerField(default=0)
    rank = models.BigIntegerField(default=0, db_default=0)
    asked_by = models.CharField(max_length=80, blank=True, default="")
    origin = models.CharField(max_length=32, blank=True, default="", db_default="")
    slot = models.PositiveSmallIntegerField(default=0, db_default=0)
    asked = models.BigIntegerField()
    lease = models.CharField(max_length=32, blank=True, default="")
    until = models.BigIntegerField(default=0)
    tries = models.PositiveSmallIntegerField(default=0)
    broke = models.PositiveSmallIntegerField(default=0, db_default=0)
    reason = models.CharField(max_length=20, blank=True, default="")
    body = models.BinaryField(null=True)
    size = models.PositiveIntegerField(default=0)
    took = models.PositiveIntegerField(default=0)
    ungraded = models.BooleanField(default=False, db_default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("analysis"), _("analyses")
        constraints = (
            models.UniqueConstraint(fields=["match_id", "depth", "version"], name="analysis_once"),
            models.UniqueConstraint(
                fields=["asked_by", "version"],
                name="analysis_one_at_a_time",
                condition=models.Q(state__in=OPEN) & ~models.Q(asked_by=""),
            ),
            models.UniqueConstraint(
                fields=["origin", "slot", "version"],
                name="analysis_few_at_an_address",
                condition=models.Q(state__in=OPEN) & ~models.Q(origin=""),
            ),
        )
        indexes = (
            models.Index(fields=["state", "rank"], name="analyses_by_state"),
            models.Index(fields=["asked"], name="analysis_in_background", condition=models.Q(effort=3)),
            models.Index(fields=["asked"], name="analyses_by_age"),
            models.Index(fields=["id"], name="analyses_without_grades", condition=models.Q(ungraded=True)),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.depth} {self.state}"


class SideGrade(models.Model):
    """The grades of a side of a match, by its deepest analysis (`effort`), for lists and plots.

    `unit`, `rate`, `luck`, `worst_frame` and `worst_loss` are those of `zaria.bots.analysis.SideGrades`. The
    columns by kind (`turns`, `cube`) and by phase (`opening` to `ending`) count decisions and add up their
    loss. They outlive an analysis that a later version deletes, until the match is analysed anew. `games` has
    the finer `zaria.bots.analysis.game_sums.GameSums` as JSON; [] where a worker has not yet made them.
    """

    match_id = models.CharField(max_length=40)
    side = models.PositiveSmallIntegerField()
    effort = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=8)
    rate = models.FloatField(null=True)
    luck = models.FloatField(null=True)
    turns = models.PositiveIntegerField()
    turns_loss = models.FloatField()
    cube = models.PositiveIntegerField()
    cube_loss = models.FloatField()
    opening = models.PositiveIntegerField()
    opening_loss = models.FloatField()
    middle = models.PositiveIntegerField()
    middle_loss = models.FloatField()
    race = models.PositiveIntegerField()
    race_loss = models.FloatField()
    bear_off = models.PositiveIntegerField()
    bear_off_loss = models.FloatField()
    ending = models.PositiveIntegerField()
    ending_loss = models.FloatField()
    worst_frame = models.PositiveIntegerField(null=True)
    worst_loss = models.FloatField()
    games = models.JSONField(default=list, db_default=_NO_GAMES)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["match_id", "side"], name="one_grade_a_side"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.side} {self.rate}"
