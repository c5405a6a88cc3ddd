"""The form of a member's wishes."""

from django import forms
from django.utils.translation import gettext_lazy as _


class SwitchesForm(forms.Form):
    """The switches of gathering, comparison and analyses in the background."""

    gathers = forms.BooleanField(
        label=_("Show my progress"),
        help_text=_("If you switch it off, these numbers are deleted."),
        required=False,
    )
    compares = forms.BooleanField(
        label=_("Compare me with members of equal rating"),
        help_text=_("Without names, in groups of five members at least."),
        required=False,
    )
    in_background = forms.BooleanField(
        label=_("Analyse my matches automatically"),
        help_text=_("While the server has nothing else to do, the latest matches first."),
        required=False,
    )
