"""The forbidden words of messages and comments, for the staff."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from zaria.club.site.models import ForbiddenWord
from zaria.club.staff.actions import words
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.forms import ForbiddenWordForm, ReasonForm
from zaria.club.staff.pages.site import site


@admin.register(ForbiddenWord, site=site)
class ForbiddenWordAdmin(ReadOnlyAdmin[ForbiddenWord]):
    """See the module."""

    list_display = ("text",)
    list_per_page = 200
    search_fields = ("word",)
    fields = readonly_fields = list_display
    admin_actions = (
        AdminAction("permit", gettext_lazy("Allow again"), "names", ReasonForm, words.permit_word),
    )
    add_action = AdminAction(
        "forbid", gettext_lazy("Forbid a word"), "names", ForbiddenWordForm, words.forbid_word
    )

    @admin.display(description=gettext_lazy("Word"), ordering="word")
    def text(self, forbidden: ForbiddenWord) -> str:
        """The word with its stars."""
        return forbidden.word
