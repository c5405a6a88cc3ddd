"""`zaria manage push`: an operator knocks on the devices of a member, and makes a key."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.support.club.devices import device_of, member
from tests.support.club.push_service import push_service, shown
from zaria.club.notifications.management.commands.push import Command
from zaria.club.notifications.push.carrier import Carrier, ServiceAdapter
from zaria.club.notifications.push.messages import decoded
from zaria.club.site import data_directory


def test_an_operator_tries_the_devices_of_a_member(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ann = member("Annxx", language="bg")
    with push_service(tmp_path) as service:
        monkeypatch.setenv("ZARIA_PUSH_HOSTS", service.host)
        monkeypatch.setenv("ZARIA_PUSH_KEY", data_directory.new_push_key())
        monkeypatch.setattr(
            Command, "carrier", Carrier(ServiceAdapter(only_public=False), service.certificates)
        )
        with pytest.raises(CommandError, match="no member"):
            call_command("push", "test", "Nobody")
        with pytest.raises(CommandError, match="has added no device"):
            call_command("push", "test", "annxx")
        browser = device_of(ann, service.origin)
        with pytest.raises(CommandError, match="set ZARIA_CONTACT"):
            call_command("push", "test", "Annxx")
        monkeypatch.setenv("ZARIA_CONTACT", "ann@club.example")
        call_command("push", "test", "Annxx")
        (message,) = service.messages
        assert shown(browser.read(message.body))["title"] == "Пробно известие"
        assert capsys.readouterr().out == "localhost: 201\n"
        service.answers = [(410, {})]
        with pytest.raises(CommandError, match="not every service"):
            call_command("push", "test", "Annxx")
        assert capsys.readouterr().out == "localhost: 410\n"


def test_a_key_is_made(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("push", "key")
    assert len(decoded(capsys.readouterr().out.strip())) == 32
