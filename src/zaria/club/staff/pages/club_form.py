"""The form in which an owner names the club and gives it a logo, colours, games and a greeting."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.forms import BoundField
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.games.catalogue import BY_TRADITION, TITLES
from zaria.club.site.brand import colours, logo
from zaria.club.site.brand.colours import LEAST_CONTRAST, USUAL_ACCENTS, Accents
from zaria.club.site.brand.values import (
    LONGEST_GREETING,
    LONGEST_NAME,
    LONGEST_SHORT_NAME,
    MOST_GAMES,
    Brand,
)
from zaria.club.site.text.text_fields import PublicTextField
from zaria.club.staff.actions.club import BrandChoices
from zaria.club.staff.pages.forms import LONGEST

REFUSED = {
    "size": gettext_lazy("This file is too large: at most 1 MB, and 128 KB for an SVG."),
    "pixels": gettext_lazy("This picture has too many pixels."),
    "format": gettext_lazy("This file can't be used as a logo: choose a PNG, WebP or SVG."),
    "drawing": gettext_lazy(
        "This SVG holds more than shapes. Turn texts into paths, and leave out pictures, filters and links."
    ),
}
"""The sentences for a refused logo, by the code of the refusal."""

_PLACES = tuple(f"game_{place}" for place in range(1, MOST_GAMES + 1))


class ColourField(forms.CharField):
    """A colour as a browser sends it, `#rrggbb`."""

    widget = forms.TextInput(attrs={"type": "color"})

    def clean(self, value: Any) -> str:
        """Return the colour in small letters."""
        colour: str = super().clean(value).lower()
        if not colours.is_colour(colour):
            raise forms.ValidationError(_("Enter a colour as #rrggbb."))
        return colour


class ClubForm(forms.Form):
    """The brand of the club, and the reason of its change."""

    name = PublicTextField(
        filtered=False,
        label=gettext_lazy("Name of the club"),
        max_length=LONGEST_NAME,
        help_text=gettext_lazy("In titles, e-mails, pictures of links and print."),
    )
    short_name = PublicTextField(
        filtered=False,
        label=gettext_lazy("Short name"),
        max_length=LONGEST_SHORT_NAME,
        help_text=gettext_lazy("At the top of every page, and under the icon on a phone."),
    )
    logo = forms.FileField(
        required=False,
        label=gettext_lazy("Logo"),
        widget=forms.FileInput(attrs={"accept": ".svg,.png,.webp,image/svg+xml,image/png,image/webp"}),
        help_text=gettext_lazy("SVG, PNG or WebP; best a square with a transparent background."),
    )
    remove_logo = forms.BooleanField(required=False, label=gettext_lazy("Remove the logo"))
    light_accent = ColourField(label=gettext_lazy("Colour on light pages"))
    dark_accent = ColourField(label=gettext_lazy("Colour on dark pages"))
    language = forms.ChoiceField(
        label=gettext_lazy("Default language"),
        choices=settings.LANGUAGES,
        help_text=gettext_lazy("For visitors whose browser asks for none of the club's languages."),
    )
    offered = forms.MultipleChoiceField(
        required=False,
        label=gettext_lazy("Games"),
        choices=[(group.title, [(game, TITLES[game]) for game in group.games]) for group in BY_TRADITION],
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy(
            "The front page, invitations and tournaments offer these. All others can still be read, "
            "replayed, and played by their links. Without a tick it is all of them."
        ),
    )
    reason = PublicTextField(
        filtered=False,
        newlines=True,
        label=gettext_lazy("Reason"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
        help_text=gettext_lazy("It stays in the log."),
    )

    def __init__(self, brand: Brand, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        accents = brand.accents or USUAL_ACCENTS
        self.initial = {
            "name": brand.name,
            "short_name": brand.short_name,
            "light_accent": accents.light,
            "dark_accent": accents.dark,
            "language": brand.language,
            "offered": [*filter(brand.offers, TITLES)],
            **dict(zip(_PLACES, brand.games, strict=False)),
            **{f"greeting_{language}": text for language, text in brand.greetings.items()},
        }
        if not brand.logo:
            del self.fields["remove_logo"]
        for place, name in enumerate(_PLACES, 1):
            self.fields[name] = forms.ChoiceField(
                label=_("Game %(place)s") % {"place": place},
                choices=[("", "–"), *TITLES.items()],
                required=False,
            )
        for language, title in settings.LANGUAGES:
            self.fields[f"greeting_{language}"] = PublicTextField(
                filtered=False,
                label=title,
                max_length=LONGEST_GREETING,
                required=False,
                widget=forms.Textarea(attrs={"rows": 2, "cols": 60, "lang": language, "spellcheck": "true"}),
            )

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        """Return the fields in the order of the page, with a title for each group."""
        greetings = tuple(f"greeting_{language}" for language, _title in settings.LANGUAGES)
        names_by_title = {
            _("Name"): ("name", "short_name"),
            _("Logo and colours"): ("logo", "remove_logo", "light_accent", "dark_accent"),
            _("Language"): ("language",),
            _("Games of the club"): ("offered",),
            _("Games that come first"): _PLACES,
            _("Greeting on the front page"): greetings,
            "": ("reason",),
        }
        return [
            (title, [self[name] for name in names if name in self.fields])
            for title, names in names_by_title.items()
        ]

    def clean_light_accent(self) -> str:
        """Refuse a colour that is too pale."""
        colour: str = self.cleaned_data["light_accent"]
        refusal = _("The contrast with light pages is %(contrast)s; 4.5 is needed. Choose a darker colour.")
        return _readable(colour, colours.light_contrast(colour), refusal)

    def clean_dark_accent(self) -> str:
        """Refuse a colour that is too dark."""
        colour: str = self.cleaned_data["dark_accent"]
        refusal = _("The contrast with dark pages is %(contrast)s; 4.5 is needed. Choose a lighter colour.")
        return _readable(colour, colours.dark_contrast(colour), refusal)

    def clean_logo(self) -> bytes | None:
        """Return the logo as it is stored, None without a file."""
        sent: UploadedFile[bytes] | None = self.cleaned_data["logo"]
        if sent is None:
            return None
        try:
            if (sent.size or 0) > logo.MOST_BYTES:
                raise logo.LogoRefusedError("size")
            return logo.encode_logo(sent.read())
        except logo.LogoRefusedError as refused:
            raise forms.ValidationError(REFUSED[refused.code]) from None

    def clean(self) -> dict[str, Any]:
        """Refuse a game in two places."""
        cleaned = super().clean() or {}
        games: list[str] = []
        for place in _PLACES:
            game = cleaned.get(place)
            if game and game in games:
                self.add_error(place, _("This game already has a place."))
            elif game:
                games.append(game)
                if game not in (cleaned.get("offered") or TITLES):
                    self.add_error(place, _("The club does not offer this game."))
        return cleaned | {"games": tuple(games)}

    def choices(self) -> BrandChoices:
        """Return the choices of a valid form."""
        cleaned = self.cleaned_data
        without_file = b"" if cleaned.get("remove_logo") else None
        return BrandChoices(
            name=cleaned["name"],
            short_name=cleaned["short_name"],
            accents=Accents(cleaned["light_accent"], cleaned["dark_accent"]),
            language=cleaned["language"],
            games=cleaned["games"],
            greetings={language: cleaned[f"greeting_{language}"] for language, _title in settings.LANGUAGES},
            offered=tuple(game for game in TITLES if game in (cleaned["offered"] or TITLES)),
            logo=cleaned["logo"] or without_file,
        )


def _readable(colour: str, contrast: float, refusal: str) -> str:
    if contrast < LEAST_CONTRAST:
        raise forms.ValidationError(refusal % {"contrast": number_format(int(contrast * 10) / 10, 1)})
    return colour
