"""The start brings the tables up to date, and looks no further where they are."""

from pathlib import Path

import pytest
from django.contrib.auth.models import Group, Permission

from zaria.club.server.start import migrate
from zaria.club.staff import roles

MADE_AFTERWARDS = [roles.ADMINISTRATORS, roles.MODERATORS]


@pytest.mark.django_db
def test_a_start_goes_on_with_what_a_killed_one_left(tmp_path: Path) -> None:
    """It was killed after the last migration, before the permissions and groups were made."""
    Group.objects.all().delete()
    Permission.objects.filter(content_type__app_label="staff").delete()
    migrate(tmp_path)
    assert not Group.objects.exists()
    (tmp_path / "migrating").touch()
    migrate(tmp_path)
    assert sorted(Group.objects.values_list("name", flat=True)) == MADE_AFTERWARDS
    assert Group.objects.get(name=roles.MODERATORS).permissions.count() == len(roles.MODERATE)
    assert not (tmp_path / "migrating").exists()
