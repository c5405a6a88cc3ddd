"""Score sheets of matches over a real board, and the steps by which they were written."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from zaria.records.source_text import LONGEST_NAME

LONGEST_FACT = 60
"""Characters of the name of an event, a round or a place."""

LONGEST_KEY = 24
"""Characters of the key in a link to a sheet."""


class MatchSheet(models.Model):
    """The sheet of a match. `terms` are JSON of `zaria.match.terms.Terms`; moments are in ms.

    `revision` is the number of its steps: one that was made of another revision is refused. `start_number` is
    that of the starting position in a game that draws one. `day` is the day of play, if it is known.
    `note` is for its owner alone. Anybody with `writer_key` may write too, with `reader_key` follow.
    `dice_secret` (hex) gives the rolls of the club, "" before the first one of an old sheet.
    `clock` is JSON of `board_clock.StoredClock`, "" without a clock.
    `match_id` is the match that it became, "" while it is written, and `library_key` its copy in the library
    of its owner, "" where there is no room. With `is_broadcast` everybody who has the
    address of its overlay may see it.
    """

    id = models.CharField(max_length=16, primary_key=True)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="match_sheets")
    created = models.BigIntegerField()
    changed = models.BigIntegerField()
    revision = models.PositiveIntegerField(default=0)
    game = models.CharField(max_length=32)
    terms = models.TextField()
    start_number = models.PositiveIntegerField(default=0)
    name0 = models.CharField(max_length=LONGEST_NAME)
    name1 = models.CharField(max_length=LONGEST_NAME)
    event = models.CharField(max_length=LONGEST_FACT, blank=True, default="")
    round = models.CharField(max_length=LONGEST_FACT, blank=True, default="")
    place = models.CharField(max_length=LONGEST_FACT, blank=True, default="")
    day = models.DateField(null=True, blank=True)
    match_id = models.CharField(max_length=16, blank=True, default="")
    note = models.TextField(blank=True, default="")
    library_key = models.CharField(max_length=15, blank=True, default="")
    is_broadcast = models.BooleanField(default=False)
    dice_secret = models.CharField(max_length=64, blank=True, default="")
    clock = models.TextField(blank=True, default="")
    writer_key = models.CharField(max_length=LONGEST_KEY, null=True, unique=True)
    reader_key = models.CharField(max_length=LONGEST_KEY, null=True, unique=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("score sheet"), _("score sheets")
        indexes = (models.Index(fields=["owner", "-changed"], name="sheets_of_owner"),)

    def __str__(self) -> str:
        return f"{self.name0} – {self.name1}"


class SheetStep(models.Model):
    """Step `number` of a sheet, from 1: JSON of `zaria.records.scribe_sheet`; `at` in ms."""

    sheet = models.ForeignKey(MatchSheet, models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField()
    at = models.BigIntegerField()
    body = models.TextField()

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("step"), _("steps")
        constraints = (models.UniqueConstraint(fields=["sheet", "number"], name="one_step_a_number"),)

    def __str__(self) -> str:
        return f"{self.sheet_id} {self.number}"
