"""The form of `/me`: a member's identity, preferences and privacy; for guests the preferences."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.forms import BoundField
from django.http import QueryDict
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy as _

from zaria.club.accounts.models import Member
from zaria.club.profile import actions, avatars, countries, preferences
from zaria.club.profile.country_select import CountrySelect
from zaria.club.profile.preferences import Preference, Value
from zaria.club.profile.texts import FACES, TEXTS
from zaria.club.shop.goods import SORTS
from zaria.club.shop.queries import may_wear
from zaria.club.site.text.plain_text import RAW_FACTOR, RefusedTextError, plain_text
from zaria.club.site.text.word_filter import require_allowed

ARMS = {
    "#7b4f8a": _("Purple"),
    "#a0522d": _("Sienna"),
    "#2f6f73": _("Teal"),
    "#8a4b3a": _("Brick"),
    "#4a5d8a": _("Slate blue"),
    "#3f6a86": _("Steel blue"),
    "#5d6b2f": _("Olive"),
    "#8a3d5c": _("Raspberry"),
    "#7a5a22": _("Bronze"),
    "#37624a": _("Forest green"),
    "#2b4a7d": _("Navy blue"),
    "#6b2737": _("Burgundy"),
    "#4b3b72": _("Violet"),
    "#8c2f2f": _("Red"),
    "#4a4f57": _("Grey"),
    "#1f5f4f": _("Emerald"),
}
"""The colours that members choose from, and what a screen reader calls them."""
"""Colours of a member's arms: dark enough for a white letter (at least 4.5:1)."""

BIO = 200
"""Most characters of what members say about themselves."""

OWN = "own"
"""The choice of the picture that was uploaded."""

REFUSED = {
    "size": _("This file is too large. The limit is 2 MB."),
    "pixels": _("This picture has too many pixels. The limit is 16 million, and 8000 along a side."),
    "often": _("Please wait a minute before you upload another picture."),
    "format": _("We can't read this picture. Use a PNG, JPEG or WebP file."),
}


class SettingsForm(forms.Form):
    """The form of all preferences in `shown`, with the saved values; `goods` are those that may be chosen."""

    shown: Mapping[str, Preference] = preferences.TABLE

    def __init__(
        self,
        saved: Mapping[str, Any],
        data: QueryDict | None = None,
        files: Any = None,
        goods: Collection[str] = (),
    ) -> None:
        super().__init__(data, files)
        for key, preference in self.shown.items():
            self.fields[key] = _field(preference, goods)
            now = preferences.value(saved, key)
            now = now if may_wear(goods, key, now) else preference.usual
            self.initial[key] = now if preference.toggle else preference.text(now)

    def settings(self) -> dict[str, Value]:
        """Settings of a valid form; preferences without a field are left out."""
        return {
            key: self._value(preference)
            for key, preference in self.shown.items()
            if preference.toggle or key in self.data
        }

    def _value(self, preference: Preference) -> Value:
        cleaned = self.cleaned_data[preference.key]
        if preference.toggle:
            return bool(cleaned)
        try:
            return preference.read(cleaned)
        except ValueError:  # a choice that was sent empty
            return preference.usual

    def _fields(self, some: Iterable[Preference]) -> list[BoundField]:
        return [self[preference.key] for preference in some]

    def board(self) -> list[BoundField]:
        """Fields at the board, without those of the look."""
        return self._fields(preference for preference in preferences.BOARD if preference.key not in SORTS)

    def look(self) -> list[BoundField]:
        """Fields of the parts of the look that the shop sells."""
        return [self[part] for part in SORTS]

    def turn(self) -> list[BoundField]:
        """Fields of automatic actions and confirmations."""
        return self._fields(preferences.TURN)

    def sounds(self) -> list[BoundField]:
        """Fields of sounds."""
        return self._fields(preferences.SOUND)


class ProfileForm(SettingsForm):
    """All of a member's page."""

    shown = preferences.ALL

    colour = forms.ChoiceField(label=_("Badge colour"), widget=forms.RadioSelect, required=False)
    face = forms.ChoiceField(label=_("Your avatar"), widget=forms.RadioSelect, required=False)
    picture = forms.FileField(
        label=_("Upload a picture"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
    )
    bio = forms.CharField(
        label=_("About you"),
        required=False,
        max_length=BIO * RAW_FACTOR,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": BIO, "aria-describedby": "bio-hint"}),
    )
    country = forms.ChoiceField(label=_("Country"), required=False, widget=CountrySelect)
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(
        self,
        member: Member,
        data: QueryDict | None = None,
        files: "MultiValueDict[str, UploadedFile[bytes]] | None" = None,
        goods: Collection[str] = (),
    ) -> None:
        self.picture_key = actions.own_picture(member)
        super().__init__(member.settings, data, files, goods)
        face = OWN if self.picture_key else member.face
        initial = {
            "colour": member.colour,
            "country": member.country,
            "language": member.language,
            "face": face,
        }
        self.member, initial["bio"] = member, member.bio
        self.initial.update(initial)
        colours = ARMS if member.colour in ARMS else (member.colour, *ARMS)
        self._choices("colour", [(colour, ARMS.get(colour, colour)) for colour in colours])
        picture = [(OWN, _("Your picture"))] if self.picture_key else []
        self._choices("face", [*picture, ("", _("Initial")), *FACES.items()])
        self._choices("country", [("", _("Not shown")), *countries.names().items()])
        self._choices("language", [("", _("Browser language")), *settings.LANGUAGES])

    def turn(self) -> list[BoundField]:
        """As for everybody, and what happens when the member comes back."""
        return super().turn() + self._fields(preferences.VISIT)

    def privacy(self) -> list[BoundField]:
        """Fields of privacy."""
        return self._fields(preferences.PRIVACY)

    def clean_bio(self) -> str:
        """Check a text that has changed; a member who is muted can only delete it."""
        text: str = self.cleaned_data["bio"]
        if not text or text == self.member.bio:
            return text
        muted = self.member.muted_until
        if muted is not None and muted > timezone.now():
            raise forms.ValidationError(_("You are muted, so you can't change this text."))
        try:
            text = plain_text(text, BIO)
            require_allowed(text)
        except RefusedTextError as refused:
            raise forms.ValidationError(str(refused)) from None
        return text

    def member_fields(self) -> dict[str, str]:
        """Fields of the member that a valid form changes."""
        fields = {
            name: self.cleaned_data[name] for name in ("country", "language", "bio") if name in self.data
        }
        if self.cleaned_data["colour"]:
            fields["colour"] = self.cleaned_data["colour"]
        if "face" in self.data:
            face = self.cleaned_data["face"]
            fields["face"] = self.picture_key if face == OWN else face
        return fields

    def refuse(self, refused: avatars.AvatarRefusedError) -> None:
        """The picture cannot be had."""
        self.add_error("picture", str(REFUSED[refused.code]))

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices


def _field(preference: Preference, goods: Collection[str]) -> forms.Field:
    text = TEXTS[preference.key]
    if preference.toggle:
        return forms.BooleanField(label=text.label, help_text=text.hint, required=False)
    return forms.ChoiceField(
        label=text.label,
        help_text=text.hint,
        choices=[
            (preference.text(value), text.values[value])
            for value in preference.values
            if may_wear(goods, preference.key, value)
        ],
        required=False,
        widget=forms.Select if text.is_long else forms.RadioSelect,
    )
