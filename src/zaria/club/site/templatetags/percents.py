"""Per cents in templates."""

from django import template

from zaria.club.site.text.percents import percent_text

register = template.Library()
register.filter("percent", percent_text)
