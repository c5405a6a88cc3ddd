"""Every form's text that others read is cleaned and filtered in one of two fields, or in its action."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from django import forms

import zaria.club
from zaria.club.site.models import ForbiddenWord
from zaria.club.site.text import word_filter
from zaria.club.site.text.text_fields import PublicMarkdownField, PublicTextField

PARSED = {
    "AmountField",
    "ColourField",
    "EmailField",
    "LoginField",
    "PasswordField",
    "RegexField",
    "ZoneField",
}
"""Fields that accept a narrow syntax: no free text passes them."""
EXCUSED = {
    "login": "must be a login that exists, or that `accounts.logins` accepts",
    "logins": "logins that exist",
    "username": "a login, by the rules of `accounts.logins`",
    "password": "a secret",
    "code": "a secret, or six digits",
    "accounts.forms.AddKeyForm.name": "only its owner reads it",
    "accounts.forms.EditKeyForm.name": "only its owner reads it",
    "api.tokens.TokenForm.name": "only its owner reads it",
    "broadcast.settings.OverlayForm.by": "a login that exists",
    "federations.forms.DetailsForm.sponsor_address": "a URL",
    "library.forms.CollectionFilters.event": "a filter of a list",
    "library.forms.NameLinkForm.name": "a name that stands in a match already",
    "library.forms.CollectionFilters.player": "a filter of a list",
    "library.forms.LibraryFilters.event": "a filter of a list",
    "library.forms.LibraryFilters.player": "a filter of a list",
    "library.forms.ImportForm.own_name": "compared with the names in the files",
    "match_search.filters.MatchSearch.opening": "a filter: what stays stored is the table of openings",
    "match_search.filters.MatchSearch.opponent": "a login that exists",
    "match_search.filters.MatchSearch.player": "a login that exists",
    "profile.forms.ProfileForm.bio": "cleaned by `ProfileForm.clean_bio`",
    "staff.pages.forms.ForbiddenWordForm.word": "only the staff reads it",
    "staff.pages.reports.AnswerForm.text": "cleaned in `staff.actions.support`",
    "statistics.credit_filters.CreditFilters.match": "a filter of one's own page",
    "statistics.filters.Filters.name": "a filter of one's own page",
    "studies.forms.FileForm.text": "a file, whose texts are cleaned in `studies.actions`",
    "support.forms.ReportForm.text": "cleaned in `support.actions`; only the staff reads it",
    "support.forms.RequestForm.text": "cleaned in `support.actions`; only the staff reads it",
    "support.forms.RequestForm.page": "only the staff reads it",
    "support.forms.RequestForm.match": "must be the id of a match",
    "support.forms.RequestForm.browser": "only the staff reads it",
    "studies.forms.ChapterForm.position": "must be the notation of a position",
    "top_up.forms.TopUpForm.amount": "a number",
    "top_up.forms.TopUpForm.offer": "a number",
    "tournaments.director.forms.DecideForm.sure": "compared with the matches that a correction deletes",
    "tournaments.director.forms.PairForm.pairs": "logins of entrants",
    "tournaments.director.forms.RecallForm.player": "chosen from a list",
    "tournaments.setup.forms.TournamentForm.own_rule": "must be a rule of RFC 5545",
    "tournaments.setup.forms.TournamentForm.own_shares": "numbers",
    "tournaments.series.forms.SeriesForm.own_rule": "must be a rule of RFC 5545",
    "tournaments.series.forms.SeriesForm.own_shares": "numbers",
}
"""Other fields, by their names or by module, form and name, each with the reason."""


def every_form() -> Iterator[type[forms.BaseForm]]:
    for module in pkgutil.walk_packages(zaria.club.__path__, "zaria.club."):
        if ".migrations" not in module.name and ".management" not in module.name:
            importlib.import_module(module.name)

    def subclasses(form: type[forms.BaseForm]) -> Iterator[type[forms.BaseForm]]:
        for subclass in form.__subclasses__():
            yield subclass
            yield from subclasses(subclass)

    yield from {form for form in subclasses(forms.BaseForm) if form.__module__.startswith("zaria.club.")}


def text_fields() -> Iterator[tuple[str, forms.CharField]]:
    """Each field in which one types a text, under its module, form and name."""
    for form in every_form():
        for name, field in getattr(form, "base_fields", {}).items():
            if isinstance(field, forms.CharField) and not isinstance(field.widget, forms.HiddenInput):
                yield f"{form.__module__.removeprefix('zaria.club.')}.{form.__qualname__}.{name}", field


def test_every_text_of_a_form_is_cleaned_or_excused() -> None:
    unclean = [
        path
        for path, field in text_fields()
        if not isinstance(field, PublicTextField | PublicMarkdownField)
        and type(field).__name__ not in PARSED
        and path not in EXCUSED
        and path.rpartition(".")[2] not in EXCUSED
    ]
    assert unclean == []


def test_every_excuse_is_still_needed() -> None:
    paths = {path for path, _field in text_fields()}
    names = {path.rpartition(".")[2] for path in paths}
    assert set(EXCUSED) <= paths | names


@pytest.mark.django_db
def test_public_texts_are_cleaned_and_filtered_wherever_they_are_typed() -> None:
    ForbiddenWord.objects.get_or_create(word="blarg")
    word_filter.forget_words()
    deceptive = "Ca\u202e f\u200be" + "\u0301" * 5  # as long as the shortest field allows
    cleaned: list[str] = []
    for path, field in text_fields():
        if not isinstance(field, PublicTextField | PublicMarkdownField):
            continue
        text = field.clean(deceptive)
        assert text == "Ca f\u00e9\u0301\u0301", path
        filtered = not isinstance(field, PublicTextField) or field.filtered
        for refused, code in (("You blarg", "forbidden_word"), ("See https://evil.example/", "foreign_link")):
            has_markup = isinstance(field, PublicMarkdownField)
            if not filtered or (has_markup and code == "foreign_link"):
                field.clean(refused[: field.max_length])
                continue
            with pytest.raises(forms.ValidationError) as refusal:
                field.clean(refused)
            assert refusal.value.code == code, path
        cleaned.append(path)
    assert {
        "tournaments.setup.forms.TournamentForm.title",
        "tournaments.director.forms.EditForm.title",
    } <= set(cleaned)
    word_filter.forget_words()


def test_a_line_end_stays_only_where_there_are_paragraphs() -> None:
    assert PublicTextField(filtered=False).clean("Cup\r\nAccount locked") == "Cup Account locked"
    assert PublicTextField(filtered=False, newlines=True).clean("One\r\n\r\n\r\nTwo") == "One\n\nTwo"


@pytest.mark.django_db
def test_markdown_keeps_its_lines() -> None:
    text = "# Prizes\n\n* one\n    * [two](https://example.org)\n"
    assert PublicMarkdownField(strip=False).clean(text) == text
