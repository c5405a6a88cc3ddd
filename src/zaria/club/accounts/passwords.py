"""Password rules of the clubs: at least 8 characters, both cases and a digit.

And it must not be one of those that everybody tries first.
"""

from collections.abc import Callable
from functools import cache

from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

LEAST = 8
COMMON = "common"


@cache
def common() -> frozenset[str]:
    """Passwords that everybody tries first, in small letters: those of them that keep the other rules."""
    every = CommonPasswordValidator().passwords
    return frozenset(word for word in every if len(word) >= LEAST and not (word.isdigit() or word.isalpha()))


RULES: dict[str, tuple[Callable[[str], bool], object, str]] = {
    "length": (lambda text: len(text) >= LEAST, gettext_lazy("at least 8 characters"), "^[^]{8,}$"),
    "small": (
        lambda text: any(sign.islower() for sign in text),
        gettext_lazy("a lowercase letter of any alphabet"),
        "\\p{Ll}",
    ),
    "large": (
        lambda text: any(sign.isupper() for sign in text),
        gettext_lazy("an uppercase letter of any alphabet"),
        "\\p{Lu}",
    ),
    "digit": (lambda text: any(sign.isdigit() for sign in text), gettext_lazy("a digit"), "\\p{Nd}"),
    COMMON: (
        lambda text: text.lower().strip() not in common(),
        gettext_lazy("not a common password such as Password1"),
        "",
    ),
}
"""Rules of a password: a check, its words, and a browser's pattern ("" for the list of common ones)."""


@require_safe
@cache_control(public=True, max_age=24 * 3600)
def common_passwords(request: HttpRequest) -> HttpResponse:
    """They, one a line, so that a browser may look without telling anybody what is typed."""
    return HttpResponse("\n".join(sorted(common())), content_type="text/plain; charset=utf-8")


class Rules:
    """Names each rule that a password breaks."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise `ValidationError` with one message for each."""
        broken = [
            ValidationError(_said(name, requirement), code=f"password_{name}")
            for name, (is_kept, requirement, _pattern) in RULES.items()
            if not is_kept(password)
        ]
        if broken:
            raise ValidationError(broken)

    def get_help_text(self) -> str:
        """All of them in a sentence."""
        return _(
            "At least 8 characters, with uppercase and lowercase letters of any alphabet and digits. Not a "
            "common password."
        )


def _said(name: str, requirement: object) -> str:
    if name == COMMON:
        return _("This password is too common.")
    return _("The password must have %(what)s.") % {"what": requirement}
