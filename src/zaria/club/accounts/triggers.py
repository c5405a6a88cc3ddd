"""Triggers that note changes of accounts (`AccountChange`)."""

from zaria.club.site.triggers import Trigger, changed, statements

_WATCHED = ("blocked_until", "is_active", "username", "colour", "robot", "country", "face", "settings")
"""The fields of a member that the registry reads."""


def _note(member: str) -> str:
    return f"INSERT INTO members_accountchange (member, at) VALUES ({member}, {{now}});"


_MEMBER = f"UPDATE OF {', '.join(_WATCHED)} ON members_member"
_SCOPES = "UPDATE OF scopes, hash, owner_id ON members_token"

STATEMENTS = statements(
    Trigger("members_member_changed", _MEMBER, _note("NEW.id"), changed(*_WATCHED)),
    Trigger("members_token_added", "INSERT ON members_token", _note("NEW.owner_id")),
    Trigger("members_token_changed", _SCOPES, _note("NEW.owner_id")),
    Trigger("members_token_deleted", "DELETE ON members_token", _note("OLD.owner_id")),
)
"""The statements that create the triggers, by vendor."""
