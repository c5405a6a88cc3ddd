"""A club on the open net: what Django checks about it, and how providers are asked."""

import subprocess
import sys
from pathlib import Path

from tests.support.servers import ROOT, environment

OPEN = {
    "ZARIA_HOSTS": "club.example",
    "ZARIA_ORIGINS": "https://club.example",
    "ZARIA_SECRET_KEY": "0a1b2c3d4e5f6g7h8i9j-klmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ZARIA_SMTP_URL": "smtp://club:secret@mail.example",
    "ZARIA_MAIL_FROM": "Zaria <club@club.example>",
    "DJANGO_SETTINGS_MODULE": "zaria.club.site.settings",
}


ASK = """
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from allauth.socialaccount.models import SocialApp
call_command("check", deploy=True, fail_level="WARNING")
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
settings.SESSION_ENGINE = "django.contrib.sessions.backends.signed_cookies"
with connection.schema_editor() as editor:
    editor.create_model(SocialApp)
client = Client(headers={"host": "club.example", "x-forwarded-proto": "https"})
print(client.post("/account/facebook/login/").headers["Location"])
print(client.get("/account/google/login/").status_code)
print([name for name in ("SESSION", "CSRF", "LANGUAGE") if not getattr(settings, f"{name}_COOKIE_SECURE")])
print(client.get("/account/inactive/").headers["Strict-Transport-Security"])
"""


def test_a_club_on_the_open_net(tmp_path: Path) -> None:
    """Django finds nothing wrong in how it is deployed; who vouches is asked; cookies need https."""
    keys = {"ZARIA_SOCIAL_FACEBOOK_ID": "12345", "ZARIA_SOCIAL_FACEBOOK_SECRET": "s"}
    google = {"ZARIA_SOCIAL_GOOGLE_ID": "67", "ZARIA_SOCIAL_GOOGLE_SECRET": "s"}
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=ROOT,
        env=environment(tmp_path, **OPEN, ZARIA_SOCIAL="facebook,google", **keys, **google),
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    _, to, *other_lines = done.stdout.splitlines()
    assert to.startswith("https://www.facebook.com/")
    assert "client_id=12345" in to
    assert other_lines == ["200", "[]", "max-age=31536000"]
