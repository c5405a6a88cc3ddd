"""Pages that name their files as they lie in the sources, where no server has collected them."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage

from zaria.club.site import js_modules


@pytest.fixture
def plain_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is collected, and nothing is remembered of other files."""
    plain = StaticFilesStorage(location=settings.WEB / "static", base_url="/static/")
    monkeypatch.setattr(staticfiles_storage, "_wrapped", plain)
    js_modules.import_map.cache_clear()
    yield
    js_modules.import_map.cache_clear()
