"""All stored data about a member, for that member."""

import json
from base64 import b64encode
from collections.abc import Iterator
from itertools import islice
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from zaria.club.accounts.models import AccountAddress, Member
from zaria.club.agreements import queries as agreements
from zaria.club.broadcast import drawings
from zaria.club.comments import member_data as comments
from zaria.club.conversations import member_data as conversations
from zaria.club.fair_play import queries as fair_play
from zaria.club.federations import member_data as federations
from zaria.club.groups import member_data as groups
from zaria.club.learn import member_data as lessons
from zaria.club.ledger.amounts import amount_string
from zaria.club.ledger.kinds import held_code, member_code
from zaria.club.ledger.models import Account
from zaria.club.ledger.statement import chunks
from zaria.club.library import member_data as library
from zaria.club.matches.notes import member_data as notes
from zaria.club.matches.results.models import Played
from zaria.club.notifications import queries as notifications
from zaria.club.payouts import queries as payouts
from zaria.club.player_limits.models import Consent, LimitSetting, Pause, Reminder
from zaria.club.progress import queries as progress
from zaria.club.puzzles import member_data as puzzles
from zaria.club.ratings.models import SeatAddress, SharedBrowser
from zaria.club.relations import queries as relations
from zaria.club.scribe import member_data as score_sheets
from zaria.club.shop.models import GiftClock, Purchase, Treat
from zaria.club.studies import member_data as studies
from zaria.club.support import queries as support
from zaria.club.table_offers import queries as table_offers
from zaria.club.top_up.models import Payment
from zaria.club.tournaments import member_data as tournaments
from zaria.club.vacations.models import Vacation, VacationSwitch
from zaria.club.waiting import queries as waiting

_TRANSFER = ("at", "kind", "state", "match_id", "subject", "note")
_CHUNK = 500
_SECRET = ("password", "groups", "user_permissions")


def of(member: Member) -> dict[str, Any]:
    """As JSON knows it. Of passwords, keys and tokens there is only that they exist."""
    return {
        name: list(section) if isinstance(section, Iterator) else section
        for name, section in _sections(member)
    }


def json_parts(member: Member) -> Iterator[bytes]:
    """The same as JSON, a line for each section and each row of the long ones; read part by part.

    Lines without an indent are left to the encoder in C.
    """
    mark = "{"
    for name, section in _sections(member):
        yield f"{mark}\n{_json(name)}: ".encode()
        mark = ","
        if isinstance(section, Iterator):
            yield from _rows(section)
        else:
            yield _json(section).encode()
    yield b"\n}\n"


def _rows(rows: Iterator[Any]) -> Iterator[bytes]:
    """The array of a long section, some rows at a time."""
    mark = "["
    while chunk := list(islice(rows, _CHUNK)):
        yield (mark + "\n" + ",\n".join(map(_json, chunk))).encode()
        mark = ","
    yield b"[]" if mark == "[" else b"\n]"


def _json(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)


def _sections(member: Member) -> Iterator[tuple[str, Any]]:
    """Each section with its name; the rows of long ones are read as they are taken."""
    for sections in (_account, _play, _rooms):
        yield from sections(member).items()


def _account(member: Member) -> dict[str, Any]:
    """Identity, and the ways to log in."""
    return {
        "account": {
            field.name: getattr(member, field.name)
            for field in member._meta.fields
            if field.name not in _SECRET
        },
        "addresses": list(_of(EmailAddress, member, "email", "verified", "primary")),
        "address_hashes": list(
            AccountAddress.objects.filter(player=member.player).values_list("fingerprint", flat=True)
        ),
        "vouched_for_by": list(_of(SocialAccount, member, "provider", "uid", "date_joined", "extra_data")),
        "second_factors": list(_of(Authenticator, member, "type", "created_at", "last_used_at")),
        "sessions": list(_of(UserSession, member, "created_at", "last_seen_at", "ip", "user_agent")),
        "seat_addresses": list(
            SeatAddress.objects.filter(player=member.player)
            .order_by("at")
            .values("match_id", "address", "at")
        ),
        "shared_browsers": SharedBrowser.objects.filter(Q(one=member.player) | Q(two=member.player)).count(),
        "tokens": list(member.tokens.values("name", "scopes", "start", "made_at", "used_at")),
        "faces": [{"key": face.key, "webp": b64encode(face.image).decode()} for face in member.faces.all()],
    }


def _play(member: Member) -> dict[str, Any]:
    """Ratings, limits and goods."""
    return {
        "ratings": list(member.standings.values("game", "rating", "best", "played", "won", "lost", "at")),
        "rating_changes": list(
            member.changes.order_by("at").values("game", "match", "at", "before", "after")
        ),
        "player_limits": {
            "limits": list(_by_player(LimitSetting, member)),
            "pauses": list(_by_player(Pause, member)),
            "consents": list(_by_player(Consent, member)),
            "reminder": list(_by_player(Reminder, member)),
        },
        "vacations": {
            "vacations": list(_by_player(Vacation, member)),
            "switch": list(_by_player(VacationSwitch, member)),
        },
        "shop": {
            "purchases": list(Purchase.objects.filter(player=member.player).values("good", "at")),
            "gifts": list(GiftClock.objects.filter(player=member.player).values("number", "at")),
            "treats_sent": list(Treat.objects.filter(sender=member.player).values("kind", "at")),
            "treats_received": list(
                Treat.objects.filter(receiver=member.player).values("kind", "name", "at")
            ),
        },
    }


def _rooms(member: Member) -> dict[str, Any]:
    """Data of the other rooms of the club, payments and matches."""
    return {
        "consents": list(member.consents.order_by("at").values("kind", "number", "at")),
        "federations": federations.stored_data(member),
        "tournaments": tournaments.stored_data(member),
        "comments": comments.stored_data(member),
        "notes": notes.stored_data(member),
        "broadcast_drawing": drawings.stored_data(member),
        "lessons": lessons.stored_data(member),
        "library": library.stored_data(member),
        "imported_matches": library.stored_matches(member),
        "conversations": conversations.stored_data(member),
        "relations": relations.stored_data(member),
        "notifications": notifications.stored_data(member),
        "fair_play": fair_play.stored_data(member),
        "progress": progress.stored_data(member),
        "table_offers": table_offers.stored_data(member),
        "waiting_tables": waiting.stored_data(member),
        "agreements": agreements.stored_data(member),
        "puzzles": puzzles.stored_data(member),
        "studies": studies.stored_data(member),
        "groups": groups.stored_data(member),
        "score_sheets": score_sheets.stored_data(member),
        "support": support.stored_data(member),
        "sanctions": list(member.acts_about.values("at", "kind", "match", "reason", "until")),
        "payments": list(
            Payment.objects.filter(player=member.player)
            .order_by("pk")
            .values("token", "created", "status", "total", "currency", "credits", "taken_back", "booked")
        ),
        "payouts": payouts.stored_data(member.player),
        "transfers": _transfers(member),
        "matches": _played(member),
    }


def _of(model: Any, member: Member, *fields: str) -> Any:
    return model.objects.filter(user=member).values(*fields)


def _by_player(model: Any, member: Member) -> Any:
    return model.objects.filter(player=member.player).values()


def _transfers(member: Member) -> Iterator[dict[str, Any]]:
    """The entries of all accounts of the member, those of held amounts too; in every unit."""
    codes = (member_code(member.player), held_code(member.player))
    for account in Account.objects.filter(code__in=codes).order_by("pk"):
        for chunk in chunks(account, Q(), _CHUNK):
            for entry in chunk:
                yield {
                    "account": account.code.partition(":")[0],
                    "unit": account.unit,
                    "amount": amount_string(entry.amount),
                    "balance": amount_string(entry.after),
                    **{name: getattr(entry.transfer, name) for name in _TRANSFER},
                }


def _played(member: Member) -> Iterator[Any]:
    played = Played.objects.filter(Q(player0=member.player) | Q(player1=member.player)).order_by("ended")
    return played.values().iterator(_CHUNK)
