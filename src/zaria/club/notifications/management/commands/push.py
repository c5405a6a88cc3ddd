"""`zaria manage push`: `test LOGIN` knocks on a member's devices, `key` makes a key for ZARIA_PUSH_KEY."""

from argparse import ArgumentParser
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation

from zaria.club.accounts.models import Member
from zaria.club.notifications.mails import origin
from zaria.club.notifications.models import PushSubscription
from zaria.club.notifications.push.carrier import Carrier
from zaria.club.notifications.push.club_key import club_key, subject
from zaria.club.notifications.push.messages import DeviceKeys, authorization, encrypt, headers
from zaria.club.notifications.push.payloads import language_of, of_test, payload
from zaria.club.notifications.push.subscriptions import devices_of
from zaria.club.site import data_directory

TTL_S = 60
NO_ANSWER = "no answer"


class Command(BaseCommand):
    """See the module."""

    help = "Knock on the devices of a member and say what their services answer, or make a key."
    requires_system_checks = ()  # they take longer than the command
    carrier: Carrier | None = None
    """The usual one if None."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the two commands."""
        commands = parser.add_subparsers(dest="command", required=True)
        commands.add_parser("test", help="knock on a member's devices").add_argument("login")
        commands.add_parser("key", help="print a new key")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do one of them."""
        if options["command"] == "key":
            self.stdout.write(data_directory.new_push_key())
            return
        member = Member.objects.by_login(options["login"]).first()
        if member is None:
            raise CommandError(f"there is no member {options['login']}")
        devices = list(devices_of([member.pk]))
        if not devices:
            raise CommandError(f"{member} has added no device on /notices/settings")
        carrier = self.carrier or Carrier()
        statuses = [self._knock(member, device, carrier) for device in devices]
        if not all(200 <= status < 300 for status in statuses):
            raise CommandError("not every service took the knock")

    def _knock(self, member: Member, device: PushSubscription, carrier: Carrier) -> int:
        key, name = club_key(), subject()
        if key is None or not name:
            raise CommandError(
                "this club cannot knock: set ZARIA_CONTACT or ZARIA_ORIGINS to a public address,"
                " and beside ZARIA_SECRET_KEY a ZARIA_PUSH_KEY"
            )
        language = language_of(member, device.language)
        with translation.override(language):
            text = payload(of_test(), language, origin(None), None)
        authorized = authorization(device.endpoint, key, name)
        body = encrypt(text.encode(), DeviceKeys(device.p256dh, device.auth))
        status = carrier.post(device.endpoint, body, headers(authorized, TTL_S, "", urgent=True)).status
        self.stdout.write(f"{urlsplit(device.endpoint).hostname}: {status or NO_ANSWER}")
        return status
