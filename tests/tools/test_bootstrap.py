"""The set-up of a checkout: kernels that are compiled again after whatever happened before."""

import subprocess
import sysconfig
from pathlib import Path

import pytest

from tools import bootstrap

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


class Checkout:
    """A checkout with two kernels; compiling writes the modules in `results`, unless it `fails`."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.source = root / "src" / "zaria"
        self.source.mkdir(parents=True)
        for name in ("first", "second"):
            (self.source / f"{name}.pxd").touch()
            (self.source / f"{name}.py").touch()
        (root / "setup.py").touch()
        self.results: tuple[str, ...] = ("first", "second", "cython_shared")
        self.environments: list[dict[str, str]] = []
        self.fails = False
        monkeypatch.setattr(bootstrap, "ROOT", root)
        monkeypatch.setattr(bootstrap, "STAMPS", root / ".stamps")
        monkeypatch.setattr(bootstrap, "packages", self.ignore)
        monkeypatch.setattr(bootstrap, "zaria", self.ignore)
        monkeypatch.setattr(bootstrap, "environment", self.ignore)
        monkeypatch.setattr(bootstrap, "apt", self.ignore)
        monkeypatch.setattr(bootstrap, "compiler", lambda: {"CC": "cc"})
        monkeypatch.setattr(bootstrap, "run", self.run)

    def ignore(self, *arguments: str) -> None:
        """Do nothing in place of a step."""

    def run(self, *command: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
        self.environments.append(env)
        if self.fails:
            raise bootstrap.SetupError("interrupted")
        for name in self.results:
            (self.source / name).with_suffix(SUFFIX).touch()
        return subprocess.CompletedProcess(command, 0, "")

    def compiled(self) -> list[str]:
        return sorted(path.name.removesuffix(SUFFIX) for path in self.source.glob(f"*{SUFFIX}"))


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checkout:
    """A fresh checkout."""
    return Checkout(tmp_path, monkeypatch)


def test_kernels_are_compiled_once(checkout: Checkout) -> None:
    bootstrap.kernels()
    bootstrap.kernels()
    assert len(checkout.environments) == 1
    assert checkout.compiled() == ["cython_shared", "first", "second"]


def test_an_interrupted_compilation_is_begun_again(checkout: Checkout) -> None:
    """Also where the sources are those of the last whole one again."""
    bootstrap.kernels()
    (checkout.source / "first.py").write_text("x = 1\n")
    checkout.fails = True
    with pytest.raises(bootstrap.SetupError):
        bootstrap.kernels()
    (checkout.source / "first.py").write_text("")
    checkout.fails = False
    assert checkout.compiled() == []
    bootstrap.kernels()
    assert len(checkout.compiled()) == 3


def test_some_kernels_alone_are_not_used(checkout: Checkout, capsys: pytest.CaptureFixture[str]) -> None:
    checkout.results = ("second",)
    bootstrap.kernels()
    assert checkout.compiled() == []
    assert "could not be compiled here" in capsys.readouterr().out


def test_the_set_up_compiles_kernels_whatever_the_environment_says(checkout: Checkout) -> None:
    bootstrap.kernels()
    assert checkout.environments == [{"CC": "cc", "ZARIA_KERNELS": ""}]


def test_messages_are_compiled_when_kernels_are_whole(
    checkout: Checkout, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernels_then: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "messages", lambda: kernels_then.append(checkout.compiled()))
    bootstrap.dev()
    assert kernels_then == [["cython_shared", "first", "second"]]
