"""The list of countries is that which Django would make of it."""

import pytest
from django import forms
from django.test.html import parse_html

from zaria.club.profile.country_select import CountrySelect

CHOICES = [("", "Not shown"), ("BG", "Bulgaria"), ("CI", "Côte d'Ivoire"), ("<&>", "<b>Nowhere</b> & more")]


@pytest.mark.parametrize("value", ["", "BG", "<&>", "XX", None])
@pytest.mark.parametrize("attrs", [{}, {"id": "id_country", "aria-describedby": "a b", "required": True}])
def test_it_is_rendered_as_by_django(value: str | None, attrs: dict[str, object]) -> None:
    select, django_select = (
        kind(choices=CHOICES, attrs={"class": "wide"}).render("country", value, attrs)
        for kind in (CountrySelect, forms.Select)
    )
    assert parse_html(select) == parse_html(django_select)
