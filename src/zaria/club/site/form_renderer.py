"""Writes the inputs of forms.

Django renders three or four templates for each of them, and a form of a table has sixty. These functions
write the same characters at a fraction of the cost; all other parts of forms are Django's.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.utils.formats import localize
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeData

_Widget = Mapping[str, Any]
"""The context of a widget: its `type`, `name`, `value`, `attrs` and so on."""


class FormRenderer(DjangoTemplates):
    """Django's renderer, with inputs and choices written by functions."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        """Return the HTML of a form, a field or a widget."""
        write = _WRITERS.get(template_name)
        if write is None or context["widget"].get("wrap_label"):
            return super().render(template_name, context, request)
        return write(context["widget"])


def _input(widget: _Widget) -> str:
    value = "" if widget["value"] is None else f' value="{_text(widget["value"])}"'
    kind, name = escape(widget["type"]), escape(widget["name"])
    return f'<input type="{kind}" name="{name}"{value}{_attributes(widget["attrs"])}>'


def _select(widget: _Widget) -> str:
    groups = "".join(_group(name, options) for name, options, _index in widget["optgroups"])
    return f'<select name="{escape(widget["name"])}"{_attributes(widget["attrs"])}>{groups}\n</select>'


def _group(name: Any, options: Iterable[_Widget]) -> str:
    inner = "".join(f"\n  {_option(option)}" for option in options)
    return f'\n  <optgroup label="{_shown(name)}">{inner}\n  </optgroup>' if name else inner


def _option(widget: _Widget) -> str:
    attributes = _attributes(widget["attrs"])
    return f'<option value="{_text(widget["value"])}"{attributes}>{_shown(widget["label"])}</option>\n'


def _attributes(attributes: Mapping[str, Any]) -> str:
    return "".join(
        f" {escape(name)}" if value is True else f' {escape(name)}="{_text(value)}"'
        for name, value in attributes.items()
        if value is not False
    )


def _text(value: Any) -> str:
    """Return a value of an attribute, not localized."""
    return str(value) if isinstance(value, SafeData) else escape(str(value))


def _shown(value: Any) -> str:
    """Return a label as a template shows it."""
    return conditional_escape(str(localize(value)))


_INPUTS = (
    "checkbox", "checkbox_option", "color", "email", "hidden", "input", "number", "password", "radio_option",
    "search", "tel", "text", "url",
)  # fmt: skip
_WRITERS: Mapping[str, Callable[[_Widget], str]] = {
    **{f"django/forms/widgets/{name}.html": _input for name in _INPUTS},
    "django/forms/widgets/select.html": _select,
}
