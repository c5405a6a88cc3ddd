"""Messages of the account packages on our pages, so that our catalogues have them in our words.

They bring translations of their own, which call the same things otherwise, or address the reader otherwise.
A message listed here is one of our own, and our catalogues are looked up first.
"""

from django.utils.translation import gettext_noop as _

BORROWED = (
    _("Forgot your password?"),
    _("Email"),
    _("Current Password"),
    _("New Password"),
    _("New Password (again)"),
    _("You must type the same password each time."),
    _("Please type your current password."),
    _("Incorrect password."),
    _("Incorrect code."),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Enter an authenticator code:"),
    _("Authenticator code"),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("Authenticator app activated."),
    _("Authenticator app deactivated."),
    _("Security Keys"),
    _("Add Security Key"),
    _("Edit Security Key"),
    _("Remove Security Key"),
    _("Are you sure you want to remove this security key?"),
    _("Security key added."),
    _("Security key removed."),
    _("Recovery Codes"),
    _("Generate"),
    _("Add"),
    _("Confirm"),
    _("Account Connections"),
    _("You currently have no third-party accounts connected to this account."),
    _("Add a Third-Party Account"),
    _("Login Cancelled"),
    _("Third-Party Login Failure"),
    _("An error occurred while attempting to login via your third-party account."),
)
"""Titles, labels and answers of django-allauth."""
