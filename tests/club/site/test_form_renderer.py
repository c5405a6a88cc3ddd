"""Inputs of forms have the same characters as those that Django writes."""

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.template import Context, Engine
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st

from zaria.club.site.form_renderer import _WRITERS, FormRenderer

TEXTS = st.text(st.sampled_from("aж <>&\"'"), max_size=5)
VALUES = st.one_of(
    TEXTS, TEXTS.map(mark_safe), st.integers(), st.sampled_from([0.5, 1234.5, gettext_lazy("Sign in")])
)
NAMES = st.sampled_from(["id", "class", "data-x", "required", "checked", "aria-label"])
ATTRIBUTES = st.dictionaries(NAMES, st.one_of(VALUES, st.booleans()), max_size=4)
OPTIONS = st.lists(st.tuples(VALUES, VALUES), max_size=4)


def option(value: Any, label: Any, attrs: dict[str, Any]) -> dict[str, Any]:
    return {
        "value": value,
        "label": label,
        "attrs": attrs,
        "template_name": "django/forms/widgets/select_option.html",
    }


@given(
    st.sampled_from(sorted(_WRITERS)),
    TEXTS,
    st.one_of(st.none(), VALUES),
    ATTRIBUTES,
    st.lists(st.tuples(st.one_of(st.none(), VALUES), OPTIONS), max_size=3),
    st.booleans(),
)
def test_a_widget_is_written_as_django_writes_it(
    template: str, name: str, value: Any, attrs: dict[str, Any], groups: list[Any], wrap_label: bool
) -> None:
    optgroups = [
        (group, [option(choice, label, attrs) for choice, label in options], index)
        for index, (group, options) in enumerate(groups)
    ]
    widget = {
        "type": "text",
        "name": name,
        "value": value,
        "attrs": attrs,
        "label": "Label",
        "wrap_label": wrap_label and "option" in template,
        "optgroups": optgroups,
    }
    context = {"widget": widget}
    assert FormRenderer().render(template, context) == DjangoTemplates().render(template, context)


class EveryWidget(forms.Form):
    text = forms.CharField(max_length=5, label='A "text"')
    secret = forms.CharField(widget=forms.PasswordInput)
    long = forms.CharField(widget=forms.Textarea, required=False)
    number = forms.IntegerField(min_value=1)
    address = forms.EmailField(help_text="<b>")
    agreed = forms.BooleanField()
    radio = forms.ChoiceField(choices=[("a", "A & B"), ("c", "C")], widget=forms.RadioSelect)
    boxes = forms.MultipleChoiceField(choices=[("a", "A"), ("c", "C")], widget=forms.CheckboxSelectMultiple)
    choice = forms.ChoiceField(choices=[("", "–"), ("Group", [("a", "A"), (2, "B")])])
    hidden = forms.CharField(widget=forms.HiddenInput)


@pytest.mark.parametrize("data", [None, {"text": "too long", "radio": "c", "boxes": ["a"], "choice": "2"}])
def test_a_form_is_written_as_django_writes_it(data: Any) -> None:
    forms_by_renderer = [
        EveryWidget(data, renderer=renderer()) for renderer in (FormRenderer, DjangoTemplates)
    ]
    written, expected = map(str, forms_by_renderer)
    assert written == expected
    assert isinstance(get_default_renderer(), FormRenderer)


def test_choices_are_written_as_a_template_writes_them() -> None:
    choices = [("a", "A & B"), ("b", mark_safe("<i>C</i>")), (3, gettext_lazy("Sign in"))]

    class Choices(forms.Form):
        choice = forms.ChoiceField(choices=choices, widget=forms.RadioSelect)

    label = "<label>{{ radio.tag }}<span>{{ radio.choice_label }}</span></label>"
    loop = f"{{% for radio in field %}}{label}{{% endfor %}}"
    engine = Engine.get_default()
    for data in (None, {"choice": "3"}):
        context = Context({"field": Choices(data)["choice"]})
        written = engine.from_string("{% radio_labels field %}").render(context)
        assert written == engine.from_string(loop).render(context)
        assert written.count("<label>") == len(choices)
