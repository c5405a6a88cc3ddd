"""Files as they lie in the sources, where no server has collected them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import StaticFilesStorage, staticfiles_storage
from django.test import override_settings

from zaria.club.site.front_end import js_modules


@pytest.fixture
def plain_files(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is collected, and nothing is remembered of other files."""
    plain = StaticFilesStorage(location=settings.WEB / "static", base_url="/static/")
    monkeypatch.setattr(staticfiles_storage, "_wrapped", plain)
    for function in (js_modules.import_map, js_modules.at_once):
        function.cache_clear()
    yield
    for function in (js_modules.import_map, js_modules.at_once):
        function.cache_clear()


@pytest.fixture
def source_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder that is the only one with static files; the scripts that every club has are empty there."""
    folder = tmp_path / "source"
    for companion in js_modules.COMPANIONS:
        script = folder / companion
        script.parent.mkdir(parents=True, exist_ok=True)
        script.touch()
    read = (js_modules.graph, js_modules.import_map, js_modules.at_once)
    for function in read:
        function.cache_clear()
    with override_settings(STATICFILES_DIRS=[folder]):
        yield folder
    for function in read:
        function.cache_clear()
