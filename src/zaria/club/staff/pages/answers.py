"""The canned answers of the staff."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from zaria.club.staff.actions import support
from zaria.club.staff.pages.admin_actions import AdminAction, ReadOnlyAdmin
from zaria.club.staff.pages.forms import CannedAnswerForm, ReasonForm
from zaria.club.staff.pages.site import site
from zaria.club.support.models import CannedAnswer


@admin.register(CannedAnswer, site=site)
class CannedAnswerAdmin(ReadOnlyAdmin[CannedAnswer]):
    """See the module."""

    list_display = ("title", "language", "text")
    fields = readonly_fields = list_display
    admin_actions = (AdminAction("drop", gettext_lazy("Remove"), "texts", ReasonForm, support.remove_answer),)
    add_action = AdminAction(
        "add", gettext_lazy("Add an answer"), "texts", CannedAnswerForm, support.add_answer
    )
