"""The forms of accounts. Each broken rule is named beside its field."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from allauth.core import context
from allauth.mfa.webauthn.forms import AddWebAuthnForm, EditWebAuthnForm
from allauth.socialaccount.forms import SignupForm as AllauthSocialSignupForm
from django import forms
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError
from django.http import HttpRequest
from django.utils.functional import lazy
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts import addresses
from zaria.club.accounts.flows import registration


def _agreement() -> SafeString:
    """The label of the box, with links to the texts; they open beside the form."""
    link = '<a href="/{}" target="_blank">{}</a>'
    return format_html(
        # Translators: the words in place of %(conduct)s, %(terms)s and %(privacy)s are links
        escape(_("I have read and accept: %(conduct)s, %(terms)s, %(privacy)s"))
        % {"conduct": "{}", "terms": "{}", "privacy": "{}"},
        format_html(link, "conduct", _("Rules of conduct")),
        format_html(link, "terms", _("Terms of use")),
        format_html(link, "privacy", _("Privacy")),
    )


def _agreement_field() -> forms.BooleanField:
    """The box without which nobody registers."""
    return forms.BooleanField(
        label=lazy(_agreement, SafeString)(),
        error_messages={"required": gettext_lazy("Please read and accept the club's rules and terms.")},
    )


class SignupForm(AllauthSignupForm):
    """Login, e-mail, password, and consent to the texts of the club."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With our words; an address that is to be changed is still there."""
        super().__init__(*args, **kwargs)
        self.initial |= registration.draft(context.request)
        _name_login(self.fields)
        self.fields["agree"] = _agreement_field()

    def try_save(self, request: HttpRequest) -> Any:
        """An address that has an account takes as long as one that has none, and takes the login too."""
        registration.begin(request, self.cleaned_data, is_address_taken=self.account_already_exists)
        if self.account_already_exists:
            return super().try_save(request)
        try:
            return super().try_save(request)
        except IntegrityError:  # another registration was quicker: now the form sees that the login is taken
            from allauth.account.views import signup

            return None, signup(request)


class SocialSignupForm(AllauthSocialSignupForm):
    """Login and e-mail of somebody for whom another vouches."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With our words; the member chooses the login, and consents to the texts."""
        super().__init__(*args, **kwargs)
        _name_login(self.fields)
        self.fields["agree"] = _agreement_field()


def _name_login(fields: dict[str, forms.Field]) -> None:
    """The adapter knows the rules of a login; a browser need not cut off what is too long."""
    login = fields["username"]
    login.label, login.validators = _("Login"), []
    for bound in ("minlength", "maxlength"):
        login.widget.attrs.pop(bound, None)
    login.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
    fields["email"].label = _("E-mail")
    fields["email"].validators.append(MaxLengthValidator(254))


class LoginForm(AllauthLoginForm):
    """By login or by e-mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With our words."""
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Login or e-mail")
        self.fields["login"].widget.attrs |= {"autocomplete": "username", "autocapitalize": "none"}

    def clean_login(self) -> str:
        """The login or address, whichever i the keyboard has."""
        return addresses.fold_turkish_i(super().clean_login())


class AddKeyForm(AddWebAuthnForm):
    """A new passkey or security key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With our words."""
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Key name")


class EditKeyForm(EditWebAuthnForm):
    """Another name for a passkey or security key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """With our words."""
        super().__init__(*args, **kwargs)
        self.fields["name"].label = _("Key name")


class DeletionForm(forms.Form):
    """The last word about an account: its password, or its login where it has no password."""

    password = forms.CharField(
        label=gettext_lazy("Your password"),
        strip=False,
        required=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )
    login = forms.CharField(label=gettext_lazy("Type your login to confirm"), required=False)

    def __init__(self, member: Any, *args: Any, **kwargs: Any) -> None:
        """Of `member`."""
        super().__init__(*args, **kwargs)
        self.member = member
        del self.fields["login" if member.has_usable_password() else "password"]
        for field in self.fields.values():
            field.required = True

    def clean_password(self) -> str:
        """Check the present password."""
        password: str = self.cleaned_data["password"]
        if not self.member.check_password(password):
            raise forms.ValidationError(_("This is not your password."))
        return password

    def clean_login(self) -> str:
        """Check that it is the member's own login."""
        login: str = self.cleaned_data["login"]
        if addresses.fold_turkish_i(login.strip()).lower() != self.member.username.lower():
            raise forms.ValidationError(_("This is not your login."))
        return login
