"""Runs tests of the kernels on an emulated ARM processor: `make emulated`, or with tests of one's own.

zig compiles the kernels, Python and its libraries are Debian's for ARM, QEMU runs them. Nothing is installed:
all of it lies in build/emulated. It needs apt-get, but nobody has to be root. Where it cannot be had, as on
other systems than Debian, it says why and ends with 2.
"""

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "emulated"
SYSTEM, ZIG, NATIVE, SOURCES = PLACE / "system", PLACE / "zig", PLACE / "native", PLACE / "src"
TARGET = "aarch64-linux-gnu.2.36"
"""The target of zig, with the C library of Debian 12, or a newer one."""
SUFFIX = ".cpython-311-aarch64-linux-gnu.so"
PYTHON = ("python3.11-minimal", "libpython3.11-stdlib", "libpython3.11-dev")
"""Debian's packages of Python; those that they need come with them."""
COMPILED_PACKAGES = ("msgspec", "hypothesis")
"""Packages that the tests import and that are compiled; the others are taken from the environment."""
TESTS = (
    "tests/bots/tables/test_net.py",
    "tests/bots/tables/test_pruning.py",
    "tests/bots/tables/test_luck.py",
    "tests/games/tables/test_perft.py",
)


class UnavailableError(Exception):
    """Something cannot be had here; the text says what."""


def checked(*command: str, failure: str, cwd: Path = ROOT) -> str:
    """Run a command and return what it says; UnavailableError if it fails."""
    done = subprocess.run(command, cwd=cwd, text=True, capture_output=True, check=False)
    if done.returncode:
        raise UnavailableError(f"{failure}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def apt_options() -> list[str]:
    """Options with which apt-get looks for packages for ARM in lists of its own, and installs nothing."""
    state, cache = PLACE / "apt" / "state", PLACE / "apt" / "cache"
    for folder in (state / "lists" / "partial", cache / "archives" / "partial"):
        folder.mkdir(parents=True, exist_ok=True)
    nothing = PLACE / "apt" / "status"
    nothing.touch()
    values = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "APT::Sandbox::User": "",
        "Debug::NoLocking": "true",
        "Dir::Cache": cache,
        "Dir::State": state,
        "Dir::State::status": nothing,
    }
    return [word for name, value in values.items() for word in ("-o", f"{name}={value}")]


def fetch_system() -> None:
    """Unpack Debian's Python for ARM, and QEMU for this machine."""
    if (SYSTEM / "done").exists():
        return
    if shutil.which("apt-get") is None:
        raise UnavailableError("this machine has no apt-get")
    options = ["apt-get", *apt_options(), "-qq"]
    checked(*options, "update", failure="apt-get has no lists for arm64")
    checked(
        *options, "-y", "--no-install-recommends", "--download-only", "install", *PYTHON,
        failure="apt-get has no Python 3.11 for arm64",
    )  # fmt: skip
    for archive in sorted((PLACE / "apt" / "cache" / "archives").glob("*.deb")):
        checked("dpkg-deb", "-x", str(archive), str(SYSTEM), failure=archive.name)
    emulator = PLACE / "emulator"
    emulator.mkdir(exist_ok=True)
    checked("apt-get", "download", "-qq", "qemu-user-static", failure="apt-get has no QEMU", cwd=emulator)
    for archive in emulator.glob("*.deb"):
        checked("dpkg-deb", "-x", str(archive), str(emulator), failure=archive.name)
    (SYSTEM / "done").touch()


def fetch_packages() -> None:
    """Install zig, and the tests' packages for ARM, each in a folder of its own."""
    install = (str(ROOT / ".venv" / "bin" / "uv"), "pip", "install", "-q", "--target")
    if not ZIG.exists():
        checked(*install, str(ZIG), "--require-hashes", "-r", "requirements/zig.txt", failure="zig")
    if not NATIVE.exists():
        checked(
            *install, str(NATIVE), "--python-platform", "aarch64-unknown-linux-gnu",
            "--python-version", "3.11", "--only-binary", ":all:",
            "--no-deps", "-c", "requirements/dev.txt", *COMPILED_PACKAGES,
            failure="packages for ARM",
        )  # fmt: skip


def compile_kernel(source: Path, module: str) -> None:
    """Compile one kernel for ARM beside the copy of its source, unless that has been done."""
    library = SOURCES / (module.replace(".", "/") + SUFFIX)
    if library.exists() and library.stat().st_mtime > source.stat().st_mtime:
        return
    headers = [SYSTEM / "usr/include/python3.11", ROOT / "src/zaria/bots/tables"]
    # zig has the headers of the C library, and Debian's do not agree with them.
    late = ["-idirafter", str(SYSTEM / "usr/include")]
    options = ["-shared", "-fPIC", "-O2", "-g0", "-DNDEBUG", "-fno-wrapv"]
    if ".bots." in module:
        options.append("-ffast-math")
    checked(
        str(ZIG / "ziglang" / "zig"), "cc", "-target", TARGET, *options,
        *(f"-I{folder}" for folder in headers), *late, str(source), "-o", str(library),
        failure=f"zig cannot compile {module}",
    )  # fmt: skip


def compile_kernels() -> None:
    """Translate all kernels to C as setup.py does, and compile them for ARM."""
    listing = "from setup import cythonized\nfor e in cythonized(): print('kernel', e.name, e.sources[0])"
    lines = checked(sys.executable, "-c", listing, failure="the kernels cannot be translated").splitlines()
    kernels = [line.split()[1:] for line in lines if line.startswith("kernel ")]
    shutil.copytree(
        ROOT / "src", SOURCES, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        for result in [threads.submit(compile_kernel, ROOT / path, module) for module, path in kernels]:
            result.result()


def run(tests: list[str]) -> int:
    """Run tests by the emulated Python; returns pytest's exit status."""
    environment = ROOT / ".venv" / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    settings = PLACE / "pytest.ini"
    settings.write_text("[pytest]\nasyncio_mode = auto\nmarkers =\n  proof\n  slow\n  service\n")
    without = [word for name in ("xdist", "django", "playwright", "timeout") for word in ("-p", f"no:{name}")]
    command = [
        str(PLACE / "emulator/usr/bin/qemu-aarch64-static"), "-L", str(SYSTEM),
        str(SYSTEM / "usr/bin/python3.11"), "-m", "pytest", "-q", "-c", str(settings), f"--rootdir={ROOT}",
        "--confcutdir=tests/bots", "-p", "no:cacheprovider", *without, "--hypothesis-profile=ci",
        "-m", "not service and not slow and not proof", *tests,
    ]  # fmt: skip
    path = os.pathsep.join(str(folder) for folder in (SOURCES, NATIVE, ROOT, environment))
    variables = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=ROOT, env={**os.environ, **variables}, check=False).returncode


def main(tests: list[str]) -> int:
    try:
        PLACE.mkdir(parents=True, exist_ok=True)
        fetch_system()
        fetch_packages()
        compile_kernels()
    except UnavailableError as error:
        print(f"No emulated processor here: {error}", file=sys.stderr)
        return 2
    return run(tests or list(TESTS))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
