"""The second step of signing in."""

import base64
import hashlib

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet
from django.conf import settings

from zaria.club.members.models import Member


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    """Its secrets are kept encrypted: a stolen database is not enough to make codes from."""

    def encrypt(self, text: str) -> str:
        """For the database."""
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """From the database."""
        return _box().decrypt(encrypted_text.encode()).decode()

    def _get_user_identifier(self, user: Member) -> str:
        """How an app on a phone names the account."""
        return user.username


def _box() -> Fernet:
    key = hashlib.blake2b(settings.SECRET_KEY.encode(), digest_size=32, person=b"zaria factors").digest()
    return Fernet(base64.urlsafe_b64encode(key))
