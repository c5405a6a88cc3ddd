"""What a password must have, by the rules of the clubs: at least 8 signs, both cases and a digit."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

LEAST = 8

RULES: dict[str, tuple[Callable[[str], bool], object, str]] = {
    "length": (lambda text: len(text) >= LEAST, gettext_lazy("at least 8 characters"), "^[^]{8,}$"),
    "small": (lambda text: any(sign.islower() for sign in text), gettext_lazy("a small letter"), "\\p{Ll}"),
    "large": (lambda text: any(sign.isupper() for sign in text), gettext_lazy("a capital letter"), "\\p{Lu}"),
    "digit": (lambda text: any(sign.isdigit() for sign in text), gettext_lazy("a digit"), "\\p{Nd}"),
}
"""What is asked: whether a password keeps it, how it is said, and the same for a browser."""


class Rules:
    """Names each rule that a password breaks."""

    def validate(self, password: str, user: object = None) -> None:
        """Raise `ValidationError` with one message for each."""
        broken = [
            ValidationError(_("The password needs %(what)s.") % {"what": what}, code=f"password_{name}")
            for name, (kept, what, _pattern) in RULES.items()
            if not kept(password)
        ]
        if broken:
            raise ValidationError(broken)

    def get_help_text(self) -> str:
        """All of them in a sentence."""
        return _("At least 8 characters, with small and capital letters and digits.")
