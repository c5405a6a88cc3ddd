"""Times of play in templates."""

from datetime import timedelta

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def hours_and_minutes(time: timedelta) -> str:
    """ "2 h 5 min", or "45 min", in one line."""
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    words = _("%(hours)s h %(minutes)s min") if hours else _("%(minutes)s min")
    return words.replace(" ", "\N{NO-BREAK SPACE}") % {"hours": hours, "minutes": minutes}
