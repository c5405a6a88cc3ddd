"""`zaria manage appoint LOGIN owner`: gives a member a rank of the staff, also to the first owner."""

import sys
from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from zaria.club.accounts import logins
from zaria.club.accounts.addresses import validate_local_part
from zaria.club.accounts.models import Member
from zaria.club.staff import roles
from zaria.club.staff.actions.appointments import appoint
from zaria.club.staff.actions.recording import ActionRefusedError

NOBODY = "nobody"


class Command(BaseCommand):
    """See the module."""

    help = "Appoint a member: owner, administrators, moderators, or nobody to dismiss him."
    requires_system_checks = ()  # they take longer than the command

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the login and the role."""
        parser.add_argument("login")
        parser.add_argument("rank", choices=[NOBODY, *filter(None, roles.RANKS)])
        parser.add_argument(
            "--email", help="make an account with this address, which counts as confirmed; asks a password"
        )
        parser.add_argument("--reason", default="", help="as the log and the member show it")

    def handle(self, *args: Any, **options: Any) -> None:
        """Appoint, and say so."""
        word = "" if options["rank"] == NOBODY else options["rank"]
        try:
            with transaction.atomic():
                member = _found(options["login"], options["email"])
                appoint(None, member, options["reason"], word)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except ActionRefusedError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{member} is {roles.TITLES[roles.RANKS[word]]} now, and has to sign in again.")


def _found(login: str, email: str | None) -> Member:
    member = Member.objects.by_login(login).first()
    if member is None and email:
        return _made(login, email)
    if member is None:
        raise CommandError(
            f"there is no member {login}: have them register, or make the account with --email"
        )
    if email:
        raise CommandError(f"{member} has an account: leave --email out")
    if member.since is None:
        raise CommandError(f"{member} has not confirmed their address yet")
    return member


def _made(login: str, email: str) -> Member:
    if broken := logins.broken(login):
        raise CommandError(f"the login needs {', '.join(map(str, broken.values()))}")
    validate_local_part(email)
    member = Member(username=login, email=email, since=timezone.now())
    password = _password()
    validate_password(password, member)
    member.set_password(password)
    member.full_clean()
    member.save()
    EmailAddress.objects.create(user=member, email=email, verified=True, primary=True)
    return member


def _password() -> str:
    """Typed twice, or a line where nobody types."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    password = getpass("Password: ")
    if getpass("Again: ") != password:
        raise CommandError("these were two passwords")
    return password
