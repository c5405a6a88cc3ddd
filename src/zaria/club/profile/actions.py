"""Writes of the profile: settings and faces."""

import secrets
from collections.abc import Mapping
from typing import Any

from asgiref.sync import sync_to_async
from django.db import transaction

from zaria.club.accounts.models import Face, Member
from zaria.club.profile import avatars, preferences
from zaria.club.profile.preferences import Value
from zaria.club.site.clock import now_ms

FIELDS = ("colour", "country", "language", "face", "bio")
"""Fields that members set themselves."""


@sync_to_async
def change(member_id: int, some: Mapping[str, Value]) -> int:
    """Set some of a member's settings and leave the others; when it was (ms). Unknown ones are left out."""
    return _save(member_id, {}, preferences.known(some))


@sync_to_async
def save(member_id: int, fields: Mapping[str, Any], settings: Mapping[str, Value], picture: bytes) -> Member:
    """Save the page of a member: `fields` of `FIELDS`, settings, and as the face `picture` (by `faces`)."""
    with transaction.atomic():
        stored = {name: fields[name] for name in FIELDS if name in fields}
        if picture:
            stored["face"] = secrets.token_hex(16)
            Face.objects.create(key=stored["face"], owner_id=member_id, image=picture)
        _save(member_id, stored, preferences.known(settings))
        member = Member.objects.get(pk=member_id)
        member.faces.exclude(key=member.face).delete()
    return member


def _save(member_id: int, fields: Mapping[str, Any], settings: Mapping[str, Value]) -> int:
    with transaction.atomic():
        member = Member.objects.select_for_update(no_key=True).get(pk=member_id)
        for name, value in fields.items():
            setattr(member, name, value)
        member.settings = {**preferences.known(member.settings), **settings}
        member.settings_at = max(now_ms(), member.settings_at + 1)
        member.save(update_fields=[*fields, "settings", "settings_at"])
    return member.settings_at


def own_picture(member: Member) -> str:
    """The key of the uploaded picture, "" if there is none."""
    return "" if member.face in ("", *avatars.TEMPLATES) else member.face
