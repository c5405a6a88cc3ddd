"""Members: guests who stayed. A member plays under a lasting id, `player`, which was theirs as a guest."""

import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts import names
from zaria.club.accounts.login_key import LoginKey
from zaria.match.events import Player

LOGIN_LENGTHS = (3, 20)
"""The shortest and the longest login that an operator may allow."""

LOGIN = re.compile(rf"[A-Za-z0-9]{{{LOGIN_LENGTHS[0]},{LOGIN_LENGTHS[1]}}}", re.ASCII)
"""A login of any club; `logins.RULES` are those of this one."""

_NO_ITEMS = models.Value([], models.JSONField())

_AFTER_ALL = "{"
"""The byte after "z": no login in small letters has a greater one."""


def new_player_id() -> str:
    """An id under which nobody has played."""
    return names.player_id()


class Members(UserManager["Member"]):
    """Finds members whichever way their names are written, through the indexes of small letters."""

    def by_login(self, login: str) -> "models.QuerySet[Member]":
        """Return the member with a login."""
        return self.by_logins([login])

    def by_logins(self, logins: Iterable[str]) -> "models.QuerySet[Member]":
        """Return the members with some logins."""
        small = [login.lower() for login in logins]
        return self.get_queryset().alias(small_login=Lower("username")).filter(small_login__in=small)

    def by_beginning(self, beginning: str) -> "models.QuerySet[Member]":
        """Return the members whose logins begin so, by login."""
        first = beginning.lower()
        members = self.get_queryset().alias(login_key=LoginKey("username"))
        matching = members.filter(login_key__gte=first, login_key__lt=first + _AFTER_ALL)
        return matching.order_by("login_key")

    def by_email(self, address: str) -> "models.QuerySet[Member]":
        """Return the member with an e-mail address."""
        small = Lower(models.Value(address))
        return self.get_queryset().alias(small_email=Lower("email")).filter(small_email=small)

    def get_by_natural_key(self, username: str | None) -> "Member":
        """By login, large and small letters alike."""
        return self.by_login(username or "").get()


class Member(AbstractUser):
    """Somebody with an account.

    `username` is the login, `player` the player id at tables, `colour` that of their arms, `country` an ISO
    3166 code or "", `language` the chosen one ("": the browser's), `time_zone` a name such as Europe/Sofia
    ("": unknown). `face` is "" or names the picture (`zaria.club.profile`), `bio` is a text about the member
    by themselves. `robot`: a program that plays over the API. `is_pupil`: a teacher has made the account for
    a child, without an e-mail address (`zaria.club.groups`). `settings` are the preferences, as saved at
    `settings_at` (ms), `last_terms` the last choices in each game, `presets` those saved under a name,
    `favourites` the games marked by a star (`zaria.club.play`). `since` is the moment of the first
    admission, with a confirmed address (None: not yet; till then `player` is a guest's own), `seen_at` that
    of the last visit. Until `blocked_until` the member may not sign in, until `muted_until` not write.
    `unread`: unread notices of the staff; `unread_messages`: direct conversations with unread lines;
    `unread_notices`: unread notices on the page of notices.
    `agreed`: to which texts of the club (`zaria.club.texts.consent`).
    """

    first_name = None  # type: ignore[assignment]  # Django's way to remove an inherited field
    last_name = None  # type: ignore[assignment]  # likewise
    username = models.CharField(
        _("login"),
        max_length=LOGIN_LENGTHS[1],
        unique=True,
        validators=[RegexValidator(rf"\A{LOGIN.pattern}\Z", _("Only Latin letters and digits."))],
        error_messages={"unique": _("This login is taken.")},
    )
    email = models.EmailField(_("e-mail"), unique=True)
    player = models.CharField(max_length=32, unique=True, default=new_player_id, editable=False)
    colour = models.CharField(max_length=7, default=names.colour)
    country = models.CharField(max_length=2, blank=True, default="")
    language = models.CharField(max_length=5, blank=True, default="")
    time_zone = models.CharField(max_length=64, blank=True, default="", db_default="")
    face = models.CharField(max_length=64, blank=True, default="")
    bio = models.CharField(max_length=200, blank=True, default="", db_default="")
    robot = models.BooleanField(default=False)
    is_pupil = models.BooleanField(default=False, db_default=False, editable=False)
    settings = models.JSONField(default=dict, blank=True)
    settings_at = models.BigIntegerField(default=0)
    last_terms = models.JSONField(default=list, blank=True, editable=False)
    presets = models.JSONField(default=list, db_default=_NO_ITEMS, blank=True, editable=False)
    favourites = models.JSONField(default=list, db_default=_NO_ITEMS, blank=True, editable=False)
    since = models.DateTimeField(null=True, blank=True, db_index=True, editable=False)
    seen_at = models.DateTimeField(null=True, blank=True)
    blocked_until = models.DateTimeField(null=True, blank=True)
    muted_until = models.DateTimeField(null=True, blank=True)
    agreed = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    unread = models.PositiveSmallIntegerField(default=0, editable=False)
    unread_messages = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    unread_notices = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]
    PLAYER_FIELDS: ClassVar[tuple[str, ...]] = (
        "player",
        "username",
        "colour",
        "robot",
        "country",
        "face",
        "is_pupil",
        "settings",
    )
    """The fields that `as_player` reads."""
    objects: ClassVar[Members] = Members()

    class Meta:
        verbose_name, verbose_name_plural = _("member"), _("members")
        constraints = (
            models.UniqueConstraint(Lower("username"), name="login_whatever_its_case"),
            models.UniqueConstraint(Lower("email"), name="email_whatever_its_case"),
        )
        indexes = (
            models.Index(LoginKey("username"), name="login_beginnings"),
            models.Index(
                fields=["blocked_until"],
                condition=models.Q(blocked_until__isnull=False),
                name="blocked_members",
            ),
            models.Index(fields=["player"], condition=models.Q(is_active=False), name="closed_members"),
        )

    def __str__(self) -> str:
        return self.username

    def as_player(self) -> Player:
        """The member as a player."""
        return Player(
            self.player,
            self.username,
            self.colour,
            member=True,
            robot=self.robot,
            country=self.country if self.settings.get("show_country", True) else "",
            face=self.face_version,
            unlisted=self.is_pupil,
        )

    @property
    def hidden(self) -> bool:
        """True if no list shows that the member is online: they hide it, or are a pupil."""
        return self.is_pupil or self.settings.get("show_online", True) is False

    @property
    def face_version(self) -> str:
        """The version of the picture; "" for the letter alone."""
        return f"{self.face[:8]}{self.colour[1:]}" if self.face else ""

    def clean(self) -> None:
        """Keep the address as it was written: `AbstractUser` would change its second half."""

    def get_full_name(self) -> str:
        """The login: nothing else is asked."""
        return self.username

    def get_short_name(self) -> str:
        """The login."""
        return self.username


class AccountAddress(models.Model):
    """A keyed hash of an e-mail address that the account of `player` has or had (`address_records`).

    `ended_at`: when the account was deleted. The row stays while something outlives the account.
    """

    fingerprint = models.CharField(max_length=32)
    player = models.CharField(max_length=32, db_index=True)
    ended_at = models.DateTimeField(null=True, db_index=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["fingerprint", "player"], name="each_address_of_account_once"),
        )

    def __str__(self) -> str:
        return f"{self.player}: {self.fingerprint}"


class EndedSession(models.Model):
    """A session that was ended before its time: sockets that still carry its tag are not let in.

    `tag` is the hash of its key that stands in the member's cookie (`zaria.club.accounts.players`);
    `player` the id under which its owner plays.
    """

    tag = models.CharField(max_length=32, primary_key=True)
    player = models.CharField(max_length=32, default="")
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.tag


class AccountChange(models.Model):
    """A change of an account that every process has to notice: of a block, its end, looks or tokens.

    Triggers store it with the change (`zaria.club.accounts.triggers`), `at` by the clock of the database;
    each process reads it within seconds (`zaria.club.accounts.registry`). `member` is a key without a
    reference: it locks no other row.
    """

    KEPT: ClassVar[timedelta] = timedelta(days=1)
    """The age at which it is deleted."""

    member = models.BigIntegerField()
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.member} {self.at}"


class Face(models.Model):
    """A picture that a member has uploaded, made anew: a square WebP without anything else in it."""

    key = models.CharField(max_length=64, primary_key=True)
    owner = models.ForeignKey(Member, models.CASCADE, related_name="faces")
    image = models.BinaryField()

    def __str__(self) -> str:
        return self.key


class Token(models.Model):
    """A personal token for the API; only the hash of its secret is kept.

    `scopes` are what it may be used for, with spaces between: some of `SCOPES`. Tokens from before there were
    scopes have all of them.
    """

    READ, PLAY = "read", "play"
    SCOPES = (READ, PLAY)

    owner = models.ForeignKey(Member, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=40)
    scopes = models.CharField(max_length=40, default=" ".join(SCOPES))
    hash = models.CharField(max_length=64, unique=True)
    start = models.CharField(max_length=12)
    made_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.owner}: {self.name}"

    @property
    def scope_list(self) -> list[str]:
        """Scopes of the token, as a list."""
        return self.scopes.split()

    @property
    def may_play(self) -> bool:
        """True if a program may play with the token; its account must be a bot's."""
        return self.PLAY in self.scope_list


class RefusedName(models.Model):
    """A word that no login may hold; the staff keeps the list.

    `whole`: only a login that is nothing else, but for digits before or after it.
    """

    word = models.CharField(max_length=20, unique=True)
    whole = models.BooleanField(default=False)

    class Meta:
        verbose_name, verbose_name_plural = _("forbidden name"), _("forbidden names")
        ordering = ("word",)

    def __str__(self) -> str:
        return self.word

    def save(self, *args: Any, **kwargs: Any) -> None:
        """In small letters."""
        self.word = self.word.lower()
        super().save(*args, **kwargs)
