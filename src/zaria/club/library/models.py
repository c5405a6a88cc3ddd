"""Positions of matches, by which they are found, and the collections of matches from elsewhere."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from zaria.club.games.catalogue import TITLES
from zaria.club.site.visibility import Visibility
from zaria.records.occasion import Occasion

CLUB_SHELF, PUBLIC_SHELF = 0, -1
"""The shelves of matches that were played in this club, and of those in public collections."""
IMPORT_PREFIX = "~"
"""The first letter of the id of an imported match: no address of a table has it."""
_KEY_BYTES = 9


def new_key() -> str:
    """Return a key for an address that cannot be guessed, of twelve letters."""
    return secrets.token_urlsafe(_KEY_BYTES)


class IndexedMatch(models.Model):
    """A finished match whose positions are stored, or which has none to store; `ended` in ms."""

    match_id = models.CharField(max_length=16, unique=True)
    ended = models.BigIntegerField(db_index=True)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("match"), _("matches")

    def __str__(self) -> str:
        return self.match_id


class StoredPosition(models.Model):
    """A position in which a turn was played: the fields of `records.turn_positions.TurnPosition`.

    `dice` is the roll as a number of two digits, 0 on squares. `loss` is what the turn gave away by the
    deepest analysis of the match, in thousandths of a point (of a chance on squares); None without one.
    `held` to `opponent_blots` are its `PointMasks`, by which patterns are found. `shelf` says who may find
    it: `CLUB_SHELF`, `PUBLIC_SHELF`, or the number of the member who alone does.
    """

    match = models.ForeignKey(IndexedMatch, models.CASCADE, related_name="positions")
    key = models.BigIntegerField()
    dice = models.PositiveSmallIntegerField()
    frame = models.PositiveIntegerField()
    side = models.PositiveSmallIntegerField()
    cube = models.SmallIntegerField()
    own_away = models.PositiveSmallIntegerField()
    opponent_away = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=60)
    points = models.SmallIntegerField()
    loss = models.PositiveIntegerField(null=True)
    shelf = models.BigIntegerField(default=CLUB_SHELF, db_default=CLUB_SHELF)
    game = models.CharField(max_length=32, default="", db_default="")
    held = models.PositiveIntegerField(default=0, db_default=0)
    blots = models.PositiveIntegerField(default=0, db_default=0)
    opponent_held = models.PositiveIntegerField(default=0, db_default=0)
    opponent_blots = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("position"), _("positions")
        indexes = (models.Index(fields=["key", "shelf", "dice", "id"], name="positions_by_shelf"),)

    def __str__(self) -> str:
        return f"{self.match_id} {self.frame}"


class PositionBlock(models.Model):
    """The stored positions of a block that have a feature: bit N for the position N of the block.

    A block has the positions with `BLOCK` ids in a row. The features are those of `library.position_blocks`;
    "" has all positions, and stands in every block that is complete.
    """

    block = models.PositiveIntegerField()
    feature = models.CharField(max_length=40)
    bits = models.BinaryField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["feature", "block"], name="one_bitmap_a_feature"),)

    def __str__(self) -> str:
        return f"{self.block} {self.feature}"


class Collection(models.Model):
    """Matches that were played elsewhere; `owner` None: those of the club.

    `key` names it in addresses, `created_at` is in ms.
    """

    LONGEST_TITLE = 60

    key = models.CharField(max_length=16, unique=True, default=new_key)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="match_collections"
    )
    title = models.CharField(max_length=LONGEST_TITLE)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    created_at = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["-id"], condition=Q(visibility="public"), name="public_collections"),)

    def __str__(self) -> str:
        return self.title

    @property
    def shelf(self) -> int:
        """The shelf of the positions of its matches."""
        return PUBLIC_SHELF if self.visibility == Visibility.PUBLIC else self.owner_id or PUBLIC_SHELF

    @property
    def is_public(self) -> bool:
        """True if everybody sees it."""
        return self.visibility == Visibility.PUBLIC


class CollectionRole(models.TextChoices):
    """The part of a member in the collection of another: to read it, or to import and tag matches, too."""

    WRITER = "writer", pgettext_lazy("study", "Writer")
    READER = "reader", pgettext_lazy("study", "Reader")


class CollectionPerson(models.Model):
    """A member whom the owner of a collection lets read or write in it, since `added_at` (ms)."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="people")
    member = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="shared_match_collections"
    )
    role = models.CharField(max_length=8, choices=CollectionRole)
    added_at = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        constraints = (
            models.UniqueConstraint(fields=["collection", "member"], name="one_role_in_a_collection"),
        )

    def __str__(self) -> str:
        return f"{self.member_id} in {self.collection_id}: {self.role}"


class ImportedMatch(models.Model):
    """A match of a collection. The names are those of its file: without a `NameLink` nobody here is meant.

    `owner` is that of the collection. `digest` is that of the record (`records.match_facts`), `record` its
    events as JSON in brotli; `played_at` is the day of play (ms), 0 if the file does not tell it, `added_at`
    the moment of the import (ms), `requested_at` that of the request for its analysis in the background.
    `own_side` is the side that the owner says was theirs, `rank` its place in the order by hand, in which
    matches that were not moved come last. `is_over`: the match has an end; without one it is not analysed.
    """

    LAST_RANK = 1_000_000

    key = models.CharField(max_length=15, unique=True, default=new_key)
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="matches")
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="imported_matches"
    )
    digest = models.CharField(max_length=32)
    game = models.CharField(max_length=32)
    name0 = models.CharField(max_length=64)
    name1 = models.CharField(max_length=64)
    event = models.CharField(max_length=80, blank=True, default="")
    round = models.CharField(max_length=80, blank=True, default="", db_default="")
    place = models.CharField(max_length=80, blank=True, default="", db_default="")
    played_at = models.BigIntegerField(default=0)
    length = models.PositiveSmallIntegerField()
    score0 = models.PositiveIntegerField()
    score1 = models.PositiveIntegerField()
    won = models.PositiveSmallIntegerField(null=True)
    own_side = models.PositiveSmallIntegerField(null=True)
    is_over = models.BooleanField()
    requested_at = models.BigIntegerField(default=0, db_default=0)
    rank = models.PositiveIntegerField(default=LAST_RANK, db_default=LAST_RANK)
    file_name = models.CharField(max_length=200)
    added_at = models.BigIntegerField()
    record = models.BinaryField()

    class Meta:
        default_permissions = ()
        verbose_name, verbose_name_plural = _("match"), _("matches")
        indexes = (
            models.Index(fields=["collection", "-played_at", "-id"], name="imported_in_order"),
            models.Index(fields=["owner", "requested_at"], name="imported_by_request"),
            models.Index(
                fields=["id"], condition=Q(requested_at=0, is_over=True), name="imported_without_analysis"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=["owner", "digest"], name="imported_once"),
            models.UniqueConstraint(
                fields=["digest"], condition=Q(owner=None), name="imported_once_by_the_club"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name0} – {self.name1}"

    @property
    def title(self) -> object:
        """The name of the game."""
        return TITLES.get(self.game, self.game)

    @property
    def occasion(self) -> Occasion:
        """The event, the round and the place that its file names."""
        return Occasion(self.event, self.round, self.place)

    @property
    def searched_names(self) -> tuple[str, str]:
        """The name of each side with the login of the member who consents to be known by it."""
        links = self.collection.name_links.all()
        logins = {link.name: link.member.username for link in links if link.is_accepted}
        first, second = (f"{name} {logins.get(name, '')}".strip() for name in (self.name0, self.name1))
        return first, second

    @property
    def match_id(self) -> str:
        """The id under which its positions and analyses are stored."""
        return f"{IMPORT_PREFIX}{self.key}"


class NameLinkState(models.TextChoices):
    """The answer of a member to the suggestion that a name is theirs."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"


class NameLink(models.Model):
    """A name in the files of a collection that stands for a member, or for whom that was suggested."""

    collection = models.ForeignKey(Collection, models.CASCADE, related_name="name_links")
    name = models.CharField(max_length=64)
    member = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="collection_names")
    state = models.CharField(max_length=8, choices=NameLinkState, default=NameLinkState.WAITING)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["collection", "name"], name="one_member_a_name"),)

    def __str__(self) -> str:
        return f"{self.name} {self.state}"

    @property
    def is_accepted(self) -> bool:
        """True if the member consents."""
        return self.state == NameLinkState.ACCEPTED


class PublicMatchWord(models.Model):
    """A word by which a match of a public collection is found: see `library.match_words`.

    `word` is in UTF-8, because both engines order bytes in the same way. `day` is that of play (ms).
    """

    match = models.ForeignKey(ImportedMatch, models.CASCADE, related_name="words")
    place = models.PositiveSmallIntegerField()
    word = models.BinaryField()
    day = models.BigIntegerField()

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["place", "word", "-day", "-match"], name="public_matches_by_word"),)

    def __str__(self) -> str:
        return f"{self.place} {bytes(self.word).decode()}"


class MatchTag(models.Model):
    """A word that the owner of a collection has put to a match."""

    LONGEST = 30

    match = models.ForeignKey(ImportedMatch, models.CASCADE, related_name="tags")
    word = models.CharField(max_length=LONGEST)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["match", "word"], name="one_tag_a_match"),)

    def __str__(self) -> str:
        return self.word


class FileImport(models.Model):
    """Files that are read into a collection in the background.

    `game` is that of files that name none, `own_name` the name under which the member plays in them,
    `language` that of the member. `served_at` (ms) is when a file of it was last read: imports take turns.
    """

    key = models.CharField(max_length=16, unique=True, default=new_key)
    collection = models.ForeignKey(Collection, models.CASCADE, related_name="imports")
    game = models.CharField(max_length=32)
    own_name = models.CharField(max_length=64, blank=True, default="")
    language = models.CharField(max_length=8)
    created_at = models.BigIntegerField()
    served_at = models.BigIntegerField(default=0)
    is_open = models.BooleanField(default=True)

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["served_at", "id"], condition=Q(is_open=True), name="open_imports"),)

    def __str__(self) -> str:
        return self.key


class ImportFile(models.Model):
    """A file of an import; `number` is its place there.

    `body` is the file, compressed, as long as it waits. `parts_done` counts the matches of the file that were
    read, `stored`, `repeated` and `refused` what became of them; `notes` says why not
    (`library.importing.Note`).
    """

    WAITING, DONE = "waiting", "done"

    file_import = models.ForeignKey(FileImport, models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    state = models.CharField(max_length=8, default=WAITING)
    body = models.BinaryField(null=True)
    size = models.PositiveIntegerField()
    is_archive = models.BooleanField(default=False)
    parts_done = models.PositiveIntegerField(default=0)
    stored = models.PositiveIntegerField(default=0)
    repeated = models.PositiveIntegerField(default=0)
    refused = models.PositiveIntegerField(default=0)
    notes = models.JSONField(default=list)

    class Meta:
        default_permissions = ()
        indexes = (models.Index(fields=["file_import", "state", "id"], name="files_of_import"),)

    def __str__(self) -> str:
        return self.name


class YearArchive(models.Model):
    """The public file of the matches of a year (`library.year_archives`); `federation` "": of the club.

    `build` is the number of the build whose parts are the file, 0 before the first. `signature` is a digest
    of the matches that it holds with their names and licences, `checksum` the SHA-256 of the file, `size`
    its bytes. It was written at `built_at`, and last compared with the matches at `checked_at` (ms).
    """

    federation = models.CharField(max_length=40, blank=True, default="")
    year = models.PositiveSmallIntegerField()
    build = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    checksum = models.CharField(max_length=64, blank=True, default="")
    signature = models.CharField(max_length=64, blank=True, default="")
    built_at = models.BigIntegerField(default=0)
    checked_at = models.BigIntegerField(default=0)

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["federation", "year"], name="one_archive_a_year"),)
        indexes = (models.Index(fields=["federation"], condition=Q(matches__gt=0), name="archives_to_read"),)

    def __str__(self) -> str:
        return f"{self.federation} {self.year}"


class ArchivePart(models.Model):
    """A part of the file of an archive, in the order of the numbers from 0."""

    archive = models.ForeignKey(YearArchive, models.CASCADE, related_name="parts", db_index=False)
    build = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    body = models.BinaryField()

    class Meta:
        default_permissions = ()
        constraints = (models.UniqueConstraint(fields=["archive", "build", "number"], name="each_part_once"),)

    def __str__(self) -> str:
        return f"{self.archive_id} {self.build} {self.number}"
