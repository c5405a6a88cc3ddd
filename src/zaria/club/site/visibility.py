"""The readers of what a member collects or writes: a study, a collection."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Visibility(models.TextChoices):
    """The people who see it: those in it, those who have its address, or everybody."""

    PRIVATE = "private", pgettext_lazy("visibility", "Private")
    UNLISTED = "unlisted", _("Anyone with the link")
    PUBLIC = "public", _("Everyone")
