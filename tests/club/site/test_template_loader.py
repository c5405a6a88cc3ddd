"""Templates of pages come without indentation, texts of mails as they are."""

from pathlib import Path

import pytest
from django.template import Context, Engine, TemplateDoesNotExist
from django.utils.translation import gettext, override

from zaria.club.site.template_loader import ConstantRun

JOINING = "zaria.club.site.template_loader.JoiningLoader"
LIBRARIES = {"i18n": "django.templatetags.i18n"}
PARENT = """{% load i18n %}<title>{% block title %}{% translate "Play" %}{% endblock %}</title>
<a>{% translate "Shop" %}</a> <a>{% translate "Play" %}</a>
{% if n %}<b>{% translate "Play" %}{{ n }}</b>{% elif m %}<i>{% translate "Shop" %}</i>{% else %}
{% translate "Play" %}!{% endif %}
{% for number in numbers %}<li>{% translate "Shop" %} {{ number }}{% empty %}{% translate "Play" %}
{% endfor %}{% translate word|default:"Play" %}{% translate "won" context "result" %}{% translate "100%" %}
{% with x=n %}{% translate "Play" %}: {{ x }}{% endwith %}{% block main %}{% endblock %}"""
CHILD = """{% extends "parent.html" %}{% load i18n %}
{% block title %}{{ block.super }} – {% translate "Shop" as shop %}{{ shop }}{% endblock %}
{% block main %}<p>{% translate "Play" %}</p>{% include "part.html" %}{% endblock %}"""
PART = """{% load i18n %}<u>{% translate "Shop" %}</u>{{ n }}"""
LOADER = "zaria.club.site.template_loader.Loader"


def test_pages_come_without_indentation(tmp_path: Path) -> None:
    for name in ("page.html", "mail.txt"):
        (tmp_path / name).write_text("<p>\n    {{ n }}\n\t<b>two  words</b>\n</p>\n")
    engine = Engine(loaders=[(LOADER, [tmp_path])])
    drawn = {
        name: engine.get_template(name).render(Context({"n": "\n    one"}))
        for name in ("page.html", "mail.txt")
    }
    assert drawn["page.html"] == "<p>\n\n    one\n<b>two  words</b>\n</p>\n"
    assert drawn["mail.txt"] == "<p>\n    \n    one\n\t<b>two  words</b>\n</p>\n"


@pytest.mark.parametrize("name", ["parent.html", "child.html", "part.html"])
def test_joined_templates_are_rendered_as_django_renders_them(name: str) -> None:
    sources = {"parent.html": PARENT, "child.html": CHILD, "part.html": PART}
    inner = ("django.template.loaders.locmem.Loader", sources)
    plain = Engine(loaders=[inner], libraries=LIBRARIES)
    joined = Engine(loaders=[(JOINING, [inner])], libraries=LIBRARIES)
    for language in ("en", "el", "ru", "el", "en"):
        for context in ({"n": 1, "numbers": [1, 2], "word": "Shop"}, {"m": 2}, {"n": 3}, {}):
            with override(language):
                expected = plain.get_template(name).render(Context(context))
                assert joined.get_template(name).render(Context(context)) == expected
                assert gettext("Shop") in expected
    runs = joined.get_template(name).nodelist.get_nodes_by_type(ConstantRun)
    assert all(isinstance(run, ConstantRun) for run in runs)
    assert runs, "something is joined"


def test_a_template_that_does_not_exist_is_none() -> None:
    engine = Engine(loaders=[(JOINING, [("django.template.loaders.locmem.Loader", {})])])
    with pytest.raises(TemplateDoesNotExist):
        engine.get_template("none.html")
