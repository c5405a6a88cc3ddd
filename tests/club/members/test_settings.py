"""A club on the open net: what Django checks about it, and how providers are asked."""

import subprocess
import sys
from pathlib import Path

from tests.serving import ROOT, environment

OPEN = {
    "ZARIA_HOSTS": "club.example",
    "ZARIA_ORIGINS": "https://club.example",
    "ZARIA_SECRET_KEY": "0a1b2c3d4e5f6g7h8i9j-klmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ZARIA_SMTP_URL": "smtp://club:secret@mail.example",
    "ZARIA_MAIL_FROM": "Zaria <club@club.example>",
    "DJANGO_SETTINGS_MODULE": "zaria.club.settings",
}


def _python(data: Path, *command: str, **more: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment(data, **{**OPEN, **more}),
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_club_on_the_open_net_is_checked(tmp_path: Path) -> None:
    _python(tmp_path, "-m", "django", "check", "--deploy", "--fail-level", "WARNING")


ASK = """
import django, sys
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.test import Client
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
call_command("migrate", verbosity=0)
client = Client(headers={"host": "club.example", "x-forwarded-proto": "https"})
print(client.post("/account/facebook/login/").headers["Location"])
print(client.get("/account/google/login/").status_code)
print([name for name in ("SESSION", "CSRF", "LANGUAGE") if not getattr(settings, f"{name}_COOKIE_SECURE")])
print(client.get("/account/inactive/").headers["Strict-Transport-Security"])
"""


def test_who_else_vouches_and_what_https_brings(tmp_path: Path) -> None:
    keys = {"ZARIA_SOCIAL_FACEBOOK_ID": "12345", "ZARIA_SOCIAL_FACEBOOK_SECRET": "s"}
    google = {"ZARIA_SOCIAL_GOOGLE_ID": "67", "ZARIA_SOCIAL_GOOGLE_SECRET": "s"}
    told = _python(tmp_path, "-c", ASK, ZARIA_SOCIAL="facebook,google", **keys, **google).splitlines()
    assert told[0].startswith("https://www.facebook.com/")
    assert "client_id=12345" in told[0]
    assert told[1:] == ["200", "[]", "max-age=31536000"]
