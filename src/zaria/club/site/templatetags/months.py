"""The filter that names a month."""

from django import template

from zaria.club.site.text.months import month_name

register = template.Library()
register.filter("month_name", month_name)
