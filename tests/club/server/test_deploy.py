"""The files of `deploy/`: their permissions, and the code that they import."""

import configparser
import importlib
import re
from pathlib import Path

DEPLOY = Path(__file__).resolve().parents[3] / "deploy"


def test_the_unit_keeps_its_state_private() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "zaria.service")
    service = unit["Service"]
    assert (service["StateDirectoryMode"], service["UMask"]) == ("0700", "0077")


def test_the_image_keeps_its_volume_private() -> None:
    assert "install -d -o zaria -m 700 /data" in (DEPLOY / "Dockerfile").read_text()


def test_every_import_of_the_image_exists() -> None:
    imports = re.findall(r"from (zaria[\w.]*) import (\w+)", (DEPLOY / "Dockerfile").read_text())
    assert imports
    for module, name in imports:
        assert hasattr(importlib.import_module(module), name)
