"""The form of a top-up, for every page that shows its section."""

from django import template
from django.conf import settings

from zaria.club.top_up.forms import TopUpForm, money_text

register = template.Library()
register.filter("money", money_text)


@register.simple_tag
def top_up_form(sent: TopUpForm | None = None) -> TopUpForm | None:
    """Return the form that was sent with errors, else a new one; None where there is no provider."""
    if not settings.TOP_UP.provider:
        return None
    return sent or TopUpForm()
