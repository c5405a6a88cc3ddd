"""A list of the countries in a form."""

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString


class CountrySelect(forms.Select):
    """As Django's own, which renders two templates for each option: most of the time of a page with it."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Make the list without a template."""
        widget = self.get_context(name, value, attrs)["widget"]
        options = format_html_join(
            "\n",
            '<option value="{}"{}>{}</option>',
            (
                (option["value"], flatatt(option["attrs"]), option["label"])
                for _, group, _ in widget["optgroups"]
                for option in group
            ),
        )
        return format_html("<select{}>\n{}\n</select>", flatatt({"name": name, **widget["attrs"]}), options)
