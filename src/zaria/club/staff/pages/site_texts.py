"""The pages on which the staff edits the club's texts."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.staff import roles
from zaria.club.staff.actions.recording import ActionRefusedError
from zaria.club.staff.actions.site_texts import POWER, publish_text
from zaria.club.staff.pages.forbidden_page import forbidden
from zaria.club.staff.pages.forms import LONGEST
from zaria.club.texts import directives, queries
from zaria.club.texts.kinds import AGREED, TextKind

LONGEST_TEXT = 40_000
"""Characters of a text in one language."""


class TextForm(forms.Form):
    """A text in some languages, each with its own field."""

    def __init__(self, kind: TextKind, languages: dict[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.languages = languages
        for code, name in languages.items():
            area = forms.Textarea(attrs={"rows": 24, "cols": 100, "lang": code, "spellcheck": "true"})
            self.fields[code] = forms.CharField(label=name, max_length=LONGEST_TEXT, widget=area)
        if kind in AGREED:
            self.fields["asks_again"] = forms.BooleanField(
                label=gettext_lazy("Members must agree before they go on playing"), required=False
            )
        self.fields["reason"] = forms.CharField(
            label=gettext_lazy("Reason"),
            max_length=LONGEST,
            widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
            help_text=gettext_lazy("It stays in the log."),
        )
        self.fields["seen"] = forms.IntegerField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Refuse unknown directives."""
        cleaned = super().clean() or {}
        for code in self.languages:
            for directive in directives.unknown(cleaned.get(code, "")):
                self.add_error(code, _("Unknown: %(what)s") % {"what": directive})
        return cleaned

    def texts(self) -> dict[str, str]:
        """The texts by language, with plain line ends."""
        return {code: self.cleaned_data[code].replace("\r\n", "\n") + "\n" for code in self.languages}


def list_page(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    """Show each text with its version in force."""
    texts = [(kind, queries.versions(kind)[0]) for kind in TextKind]
    return render(
        request, "staff/texts.html", {**context, "title": _("Rules, terms and other texts"), "texts": texts}
    )


def text_page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """Show a text in all languages, or in those of `?language=`, and publish it."""
    if name not in TextKind.values:
        raise Http404
    kind, by = TextKind(name), context["member"]
    if not roles.has(by, POWER):
        return forbidden(request)
    codes = request.GET.getlist("language")
    languages = {code: title for code, title in settings.LANGUAGES if not codes or code in codes}
    seen = queries.number_in_force(kind)
    data = request.POST if request.method == "POST" else None
    form = TextForm(kind, languages, data, initial={"seen": seen, **queries.all_markdown(kind, seen)})
    if data is not None and form.is_valid():
        answers = form.cleaned_data
        try:
            publish_text(
                by,
                answers["reason"],
                kind,
                form.texts(),
                answers["seen"],
                asks_again=answers.get("asks_again", False),
            )
        except ActionRefusedError as refused:
            form.add_error(None, str(refused))
        except PermissionDenied:
            return forbidden(request)
        else:
            messages.success(request, _("Done, and recorded in the log."))
            return HttpResponseRedirect("/staff/texts/")
    context = {**context, "title": kind.label, "kind": kind, "form": form, "languages": settings.LANGUAGES}
    return render(request, "staff/text.html", context, status=200 if data is None else 422)
