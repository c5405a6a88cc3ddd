"""Times of play in templates."""

from datetime import timedelta

from django import template
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def hours_and_minutes(time: timedelta) -> str:
    """ "2 h 5 min", or "45 min"."""
    hours, minutes = divmod(int(time.total_seconds()) // 60, 60)
    if hours:
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)s min") % {"minutes": minutes}
