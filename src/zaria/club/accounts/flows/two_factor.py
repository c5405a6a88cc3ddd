"""The second step of signing in.

django-allauth refuses a code that was used within half a minute, and accepts one that is half a minute early
or late: so it would take some a second time. Here the number of the last half minute of which a code was
taken is kept with the secret, and none is taken that is not later (RFC 6238, 5.2).
"""

import base64
import hashlib

from allauth.core import context
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa.adapter import DefaultMFAAdapter, get_adapter
from allauth.mfa.base.forms import AuthenticateForm as AllauthAuthenticateForm
from allauth.mfa.base.forms import BaseAuthenticateForm
from allauth.mfa.base.forms import ReauthenticateForm as AllauthReauthenticateForm
from allauth.mfa.base.internal.flows import check_rate_limit
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal import auth
from allauth.mfa.utils import decrypt
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.dispatch import receiver
from django.http import HttpRequest

from zaria.club.accounts.models import Member
from zaria.club.site.brand import state

_LAST = "last_period"
"""In the data of an authenticator: the number of the half minute of the last code that was taken."""


class MFAAdapter(DefaultMFAAdapter):
    """Its secrets are kept encrypted: a stolen database is not enough to make codes from."""

    def encrypt(self, text: str) -> str:
        """For the database."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """From the database."""
        return _box().decrypt(encrypted_text.encode()).decode()

    def get_totp_issuer(self) -> str:
        """Name of the club in an app on a phone."""
        return state.current().name

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        """Name of the account in an app on a phone."""
        return user.get_username()


def take_code(authenticator: Authenticator, code: str) -> bool:
    """True if a valid code is used for the first time; marks it as used."""
    taken = _period(decrypt(authenticator.data["secret"]), code)
    if taken is None or taken <= authenticator.data.get(_LAST, -1):
        return False
    authenticator.data = {**authenticator.data, _LAST: taken}
    authenticator.save(update_fields=["data"])
    return True


def _period(secret: str, code: str) -> int | None:
    """Of which half minute a code is; None: of none that counts now."""
    for number in auth.yield_hotp_counters_from_time():
        wanted = auth.format_hotp_value(auth.hotp_value(secret, number))
        if compare_user_code(actual=code, expected=wanted):
            return int(number)
    return None


class _OnceForm(BaseAuthenticateForm):
    """Asks for a code, and takes it once."""

    user: Member

    def clean_code(self) -> str:
        """A code of the app, or one for recovery."""
        app = Authenticator.objects.filter(user=self.user, type=Authenticator.Type.TOTP).first()
        code: str = self.cleaned_data["code"]
        if app is not None and _was_used(app, code):
            check_rate_limit(self.user)  # it counts as a wrong one
            raise get_adapter().validation_error("incorrect_code")
        code = super().clean_code()
        used: Authenticator = self.authenticator
        if used.type == Authenticator.Type.TOTP and not take_code(used, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


def _was_used(authenticator: Authenticator, code: str) -> bool:
    period = _period(decrypt(authenticator.data["secret"]), code)
    return period is not None and period <= authenticator.data.get(_LAST, -1)


class AuthenticateForm(_OnceForm, AllauthAuthenticateForm):
    """The second step of signing in."""


class ReauthenticateForm(_OnceForm, AllauthReauthenticateForm):
    """The second factor as a proof of identity."""


class ActivateForm(ActivateTOTPForm):
    """The first code of an app: it opens nothing afterwards."""

    def clean_code(self) -> str:
        """Kept until the app is stored: see `activated`."""
        code: str = super().clean_code()
        context.request.totp_code = code
        return code


@receiver(authenticator_added)
def activated(sender: object, request: HttpRequest, authenticator: Authenticator, **_: object) -> None:
    """The code by which an app was activated is used."""
    code = getattr(request, "totp_code", "")
    if authenticator.type == Authenticator.Type.TOTP and code:
        take_code(authenticator, code)


def _box() -> Fernet:
    key = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=b"zaria factors").digest()
    return Fernet(base64.urlsafe_b64encode(key))
