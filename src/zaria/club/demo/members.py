"""Makes the members of the demo, as accounts that have registered and confirmed their address."""

from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.db import transaction

from zaria.club.accounts.flows import sessions, sign_in
from zaria.club.accounts.models import Member
from zaria.club.demo.cast import ADMINISTRATORS, OWNER, STAFF, Role
from zaria.club.federations.actions import contents, memberships
from zaria.club.federations.actions.contracts import Agreement
from zaria.club.federations.models import Federation
from zaria.club.ledger.actions import ensure_member
from zaria.club.profile import actions as profile
from zaria.club.site import clock
from zaria.club.staff.actions import appointments
from zaria.club.staff.actions import federations as staff_federations
from zaria.club.texts.actions import agree
from zaria.match.events import Player

BIOS = {
    "Rada": "I keep the club. Write to me if anything is wrong.",
    "Boyan": "Director of the Friday eight. Coffee first, then tabla.",
    "Elena": "Long nardy since childhood, backgammon since last winter.",
    "Thanos": "Plakoto at noon, portes in the evening.",
    "Mihai": "A quiet game and a strong cube.",
    "Defne": "Şeş beş! I play fast and take back nothing.",
}
FEDERATIONS = {
    "balkan": ("Balkan Tabla Union", "We play tabla, tapa and gulbara from Varna to Skopje, every Friday."),
    "aegean": ("Aegean Nardy League", "Nardy and backgammon on both shores of the Aegean."),
}
"""Federations by their slug: the name and the text."""
HALVES = {"balkan": ("BG", "RO", "MD", "RS", "RU"), "aegean": ("GR", "TR", "AM", "AZ", "GE")}


def join(role: Role) -> Player:
    """Make an account, and sign it in for the first time: the club welcomes it."""
    with transaction.atomic():
        member = Member.objects.create_user(role.login, role.email)
        EmailAddress.objects.create(user=member, email=role.email, verified=True, primary=True)
        sign_in.complete(member)
        agree(member)
        if role.robot:
            member.robot = True
            member.save(update_fields=["robot"])
    if not role.robot:
        ensure_member(member.player)
    fields = {
        "colour": role.colour,
        "country": role.country,
        "face": role.face,
        "language": role.language,
        "bio": BIOS.get(role.login, ""),
    }
    return async_to_sync(profile.save)(member.pk, fields, {}, b"").as_player()


def visit() -> None:
    """Let everybody look at the site, as members do who play tonight."""
    for member in Member.objects.order_by("pk"):
        async_to_sync(sessions.record_visit)(member, clock.now())


def appoint_staff() -> None:
    """Appoint the owner, who appoints the others."""
    for login, rank in STAFF.items():
        by = None if login == OWNER else by_login(OWNER)
        appointments.appoint(by, by_login(login), "To run the club together.", rank)


def found_federations() -> None:
    """Found the federations, with administrators and members."""
    owner = by_login(OWNER)
    for administrator, (slug, (name, text)) in zip(ADMINISTRATORS, FEDERATIONS.items(), strict=True):
        staff_federations.create(owner, "Their members asked for it.", slug, name)
        federation = Federation.objects.get(slug=slug)
        agreement = Agreement("legal", name, f"{slug}-1")
        member = by_login(administrator)
        staff_federations.entrust(owner, federation, "They have run it for years.", member, agreement)
        details = contents.Details(Federation.Mode.OPEN, "Kahve & Co.", "")
        contents.save_details(member, federation, details)
        contents.save_text(member, federation, "en", text, "Be on time, and be kind.")


def join_federations() -> None:
    """Let the people join the federation of their part of the world."""
    for slug, countries in HALVES.items():
        federation = Federation.objects.get(slug=slug)
        for member in Member.objects.filter(country__in=countries, robot=False).order_by("pk"):
            memberships.join(member, federation)


def players() -> dict[str, Player]:
    """All members by their login, as players."""
    return {member.username: member.as_player() for member in Member.objects.exclude(since=None)}


def by_login(login: str) -> Member:
    """The member with a login."""
    return Member.objects.by_login(login).get()
