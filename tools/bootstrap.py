"""Brings a fresh machine to where Zaria runs: environment, packages, kernels, browser, databases.

Usage: bootstrap.py STEP...   with the steps `run`, `dev`, `bench`, `judges`, `javascript`, `browser`,
`oracles`, `services`, `deployment`, `types`, `style`, `units`.

Needs only Python 3.11 and the standard library. A step is done again when what it is made from has changed
(fingerprints in .stamps), so a second run costs nothing. A step that takes longer than two seconds says so.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMPS = ROOT / ".stamps"
NOTO = Path("/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf")
"""Of the fonts that pages are measured with; text in others has another width."""
CADDY = ROOT / "build" / "caddy"
"""The folder into which Debian's package of Caddy is unpacked."""
PEERS = ROOT / "tools" / "bench" / "peers" / "node"
"""The folder whose package-lock.json names other servers of live play."""
STATIC = "src/zaria/web/static/zaria"
SCRIPTS = (f"{STATIC}/js", f"{STATIC}/worker", "tests/web", "tests/scripts", "tools", "eslint.config.mjs")
STYLES = (f"{STATIC}/css", f"{STATIC}/goods")
"""Folders of scripts and of style sheets."""
WIDE = "wide_"
"""Kernels, or folders of some, that no others use; their words of 128 bits need a machine of 64."""
PATIENCE = 2.0
"""Seconds that a step may take before it says what it is doing."""


class SetupError(Exception):
    """A step failed; the text says what and how to go on."""


class Step:
    """Says what is going on once it takes longer than `PATIENCE`, and how long it took."""

    def __init__(self, message: str) -> None:
        self.message = message
        self.timer = threading.Timer(PATIENCE, self.speak)
        self.spoken = False

    def speak(self) -> None:
        self.spoken = True
        print(f"{self.message} …", flush=True)

    def __enter__(self) -> None:
        self.began = time.monotonic()
        self.timer.start()

    def __exit__(self, *_: object) -> None:
        self.timer.cancel()
        if self.spoken:
            print(f"{self.message}: {time.monotonic() - self.began:.0f} s", flush=True)


def run(
    *command: str, env: dict[str, str] | None = None, check: bool = True, cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    """Run quietly; on failure show the last lines of what the command said."""
    done = subprocess.run(
        command, cwd=cwd, env={**os.environ, **(env or {})}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if check and done.returncode:
        tail = "\n".join(done.stdout.strip().splitlines()[-12:])
        raise SetupError(f"{' '.join(command[:6])} failed:\n{tail}")
    return done


def fingerprint(paths: Iterable[Path], *more: str) -> str:
    digest = hashlib.sha256("\0".join(more).encode())
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def fresh(name: str, mark: str) -> bool:
    stamp = STAMPS / name
    return stamp.exists() and stamp.read_text() == mark


def stamp(name: str, mark: str) -> None:
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / name).write_text(mark)


def unstamp(name: str) -> None:
    """Have a step done again that will be half done for a while, and is perhaps interrupted."""
    (STAMPS / name).unlink(missing_ok=True)


def python() -> str:
    return str(VENV / "bin" / "python")


def privileged() -> list[str] | None:
    """Return the command that runs apt here without questions; None if it cannot run."""
    if not shutil.which("apt-get"):
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and run("sudo", "-n", "true", check=False).returncode == 0:
        return ["sudo", "-n"]
    return None


def apt(*packages: str) -> bool:
    """Install Debian packages where that may be done; True when they are there."""
    root = privileged()
    if root is None:
        return False
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    install = (*root, "apt-get", "-o", "DPkg::Lock::Timeout=300", "install", "-y", "-qq", *packages)
    if run(*install, env=quiet, check=False).returncode == 0:
        return True
    run(*root, "apt-get", "update", "-qq", check=False)
    return run(*install, env=quiet, check=False).returncode == 0


def environment() -> None:
    """The virtual environment, with pip in it."""
    mark = fingerprint([], sys.version, str(ROOT))
    if fresh("venv", mark) and (VENV / "bin" / "python").exists():
        return
    with Step("Making the Python environment"):
        shutil.rmtree(VENV, ignore_errors=True)
        shutil.rmtree(STAMPS, ignore_errors=True)
        make = (sys.executable, "-m", "venv", str(VENV))
        if run(*make, check=False).returncode:
            shutil.rmtree(VENV, ignore_errors=True)
            version = f"python{sys.version_info.major}.{sys.version_info.minor}"
            if not apt(f"{version}-venv"):
                raise SetupError(
                    f"Python's venv module is missing here: install it (Debian: apt install {version}-venv)"
                )
            run(*make)
    stamp("venv", mark)


def installer() -> str:
    """uv, which installs all other packages; pip installs only it."""
    environment()
    mark = fingerprint([ROOT / "requirements" / "uv.txt"])
    if not fresh("uv", mark):
        run(python(), "-m", "pip", "install", "-q", "--disable-pip-version-check", "--require-hashes",
            "-r", "requirements/uv.txt")  # fmt: skip
        stamp("uv", mark)
    return str(VENV / "bin" / "uv")


def packages(name: str, message: str, folder: Path | None = None) -> None:
    """Install what requirements/NAME.txt locks, in a folder of its own if one is given."""
    environment()
    mark = fingerprint([ROOT / "requirements" / f"{name}.txt"])
    if fresh("packages-" + name, mark) and (folder is None or folder.exists()):
        return
    apart = ("--upgrade", "--target", str(folder)) if folder is not None else ()
    with Step(message):
        run(installer(), "pip", "install", "-q", "--python", python(), "--require-hashes",
            "--build-constraints", "requirements/build.txt", "--compile-bytecode", *apart,
            "-r", f"requirements/{name}.txt")  # fmt: skip
    stamp("packages-" + name, mark)


def answers(*command: str, cwd: Path = ROOT) -> bool:
    """Return whether a command is here and succeeds."""
    try:
        return run(*command, check=False, cwd=cwd).returncode == 0
    except OSError:
        return False


def compiler() -> dict[str, str]:
    """The variables with which the build uses a C compiler that works here: the machine's, else PyPI's."""
    command = os.environ.get("CC") or next(
        (c for c in ("cc", "gcc", "clang") if answers(c, "--version")), None
    )
    if command:
        return {"CC": command}
    packages("zig", "No C compiler here: taking one from PyPI")
    return {"CC": f"{python()} -m ziglang cc"}


def kernels() -> None:
    """Zaria's kernels beside their sources, compiled where that can be done."""
    typed = [path for path in sorted((ROOT / "src").rglob("*.pxd")) if path.with_suffix(".py").exists()]
    headers = [path for name in ("*.h", "*.pxi", "kind.pxd") for path in (ROOT / "src").rglob(name)]
    sources = [*typed, *(p.with_suffix(".py") for p in typed), *headers, ROOT / "setup.py"]
    mark = fingerprint(sources)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    built = [p.with_suffix(suffix) for p in (*typed, ROOT / "src/zaria/cython_shared")]
    if fresh("kernels", mark):
        return
    packages("build", "Installing what compiles the rules")
    unstamp("kernels")
    with Step("Compiling the rules"):
        if not (Path(sysconfig.get_paths()["include"]) / "Python.h").exists():
            apt(f"python{sys.version_info.major}.{sys.version_info.minor}-dev")
        for old in built:
            old.unlink(missing_ok=True)
        try:
            env = compiler()
        except SetupError:
            env = {}
        run(python(), "setup.py", "-q", "build_ext", "--inplace", env={**env, "ZARIA_KERNELS": ""})
    needed = [p for p in built if not p.name.startswith(WIDE) and not p.parent.name.startswith(WIDE)]
    if not all(p.exists() for p in needed):
        for module in built:
            module.unlink(missing_ok=True)  # a compiled kernel cannot use one that runs interpreted
        print("The rules could not be compiled here: they run interpreted, slowly.", flush=True)
        print("A C compiler and Python's headers help (Debian: apt install gcc python3-dev).", flush=True)
    stamp("kernels", mark)


def zaria() -> None:
    """Zaria itself in the environment, as it lies in src/; its kernels are compiled apart."""
    requirements = [ROOT / "requirements" / f"{name}.in" for name in ("base", "build")]
    mark = fingerprint([ROOT / "pyproject.toml", *requirements])
    if fresh("zaria", mark):
        return
    run(installer(), "pip", "install", "-q", "--python", python(), "--no-deps", "--no-build-isolation",
        "-e", ".", env={"ZARIA_KERNELS": "apart"})  # fmt: skip
    stamp("zaria", mark)


def messages() -> None:
    """Message catalogues, compiled."""
    catalogues = sorted((ROOT / "src").rglob("*.po"))
    mark = fingerprint(catalogues)
    if fresh("messages", mark) and all(p.with_suffix(".mo").exists() for p in catalogues):
        return
    run(python(), "-m", "tools.generate.messages", "compile")
    stamp("messages", mark)


def wanted(part: str, why: str) -> None:
    """Say what could not be had and why; SetupError where it is required."""
    if os.environ.get("ZARIA_REQUIRE") in ("all", part):
        raise SetupError(f"{part} is required here: {why}")
    print(f"Without {part}: {why}", flush=True)


def packaged(name: str) -> bool:
    """Return whether this machine's apt knows a package."""
    if not shutil.which("apt-cache"):
        return False
    return subprocess.run(("apt-cache", "show", name), capture_output=True, check=False).returncode == 0


def browser() -> None:
    """Chromium for tests of the pages: its shell without windows, a quarter cheaper, if apt has it."""
    shell, fonts = "chromium-headless-shell", ("fonts-noto-core", "fonts-noto-color-emoji")
    there = shutil.which("chromium") or shutil.which("google-chrome")
    if shutil.which(shell) or (there and not packaged(shell)):
        if packaged(fonts[0]) and not NOTO.exists():
            with Step("Installing the fonts that pages are measured with through apt"):
                is_installed = apt(*fonts)
            if not is_installed:
                wanted("browser", "the fonts that pages are measured with cannot be installed")
        return
    with Step("Installing Chromium through apt"):
        is_installed = apt(shell, *fonts) or bool(there) or apt("chromium", *fonts)
    if not is_installed:
        wanted("browser", "Chromium is not here, apt may not install it: tests of pages are skipped")


def oracles() -> None:
    """GNU Backgammon's program, which the tests of records ask."""
    if shutil.which("gnubg") or Path("/usr/games/gnubg").exists():
        return
    with Step("Installing GNU Backgammon through apt"):
        is_installed = apt("--no-install-recommends", "gnubg")
    if not is_installed:
        wanted("oracles", "GNU Backgammon is not here, apt may not install it: a test of SGF is skipped")


def services() -> None:
    """PostgreSQL and Redis, which tests start by themselves, at ports of their own, and Stockfish."""
    wants: list[tuple[str, tuple[str, ...]]] = []
    if not (shutil.which("postgres") or any(Path("/usr/lib/postgresql").glob("*/bin/postgres"))):
        wants.append(("PostgreSQL", ("postgresql",)))
    if not (shutil.which("redis-server") or shutil.which("valkey-server")):
        wants.append(("Redis", ("redis-server", "valkey-server")))
    if not (shutil.which("stockfish") or Path("/usr/games/stockfish").exists()):
        wants.append(("Stockfish", ("stockfish",)))
    for program, names in wants:
        with Step(f"Installing {program} through apt"):
            is_installed = any(apt("--no-install-recommends", name) for name in names)
        if not is_installed:
            wanted("services", f"{program} is not here, apt may not install it: tests with it are skipped")


def unpacked(package: str, folder: Path) -> bool:
    """Unpack a Debian package without installing it; True when it is there.

    So the service that it has does not start, and nobody has to be root.
    """
    download = ("apt-get", "download", "-qq", package)
    with tempfile.TemporaryDirectory() as name:
        downloads = Path(name)
        if not answers(*download, cwd=downloads):
            root = privileged()
            if root is None or not answers(*root, "apt-get", "update", "-qq"):
                return False
            if not answers(*download, cwd=downloads):
                return False
        folder.mkdir(parents=True, exist_ok=True)
        return all(answers("dpkg-deb", "-x", str(path), str(folder)) for path in downloads.glob("*.deb"))


def deployment() -> None:
    """Caddy and systemd's checks of units, which tests ask about the examples in deploy/."""
    if not (shutil.which("caddy") or (CADDY / "usr/bin/caddy").exists()):
        with Step("Fetching Caddy through apt"):
            is_unpacked = unpacked("caddy", CADDY)
        if not is_unpacked:
            wanted("deployment", "Caddy is not here, apt has none: a test of deploy/Caddyfile is skipped")
    if not shutil.which("systemd-analyze"):
        with Step("Installing systemd through apt"):
            is_installed = apt("--no-install-recommends", "systemd")
        if not is_installed:
            wanted("deployment", "systemd is not here, apt may not install it: a test of its unit is skipped")


def npm_ci(folder: Path, *options: str) -> str:
    """Install what a folder's package-lock.json locks, with the environment's own node.

    Returns why it failed, else "".
    """
    path = {"PATH": f"{VENV / 'bin'}:{os.environ['PATH']}"}
    npm = str(VENV / "bin" / "npm")
    done = run(npm, "ci", "--silent", "--no-fund", "--no-audit", *options, env=path, check=False, cwd=folder)
    return done.stdout.strip()[-300:] or "npm failed" if done.returncode else ""


def javascript() -> None:
    """Install what checks scripts and style sheets, from npm."""
    mark = fingerprint([ROOT / "package-lock.json"], platform.machine())
    if fresh("javascript", mark):
        return
    with Step("Installing what checks the JavaScript"):
        failure = npm_ci(ROOT)
    if failure:
        wanted("javascript", f"its checks cannot be installed: {failure}")
        return
    stamp("javascript", mark)


def peers() -> None:
    """Install other servers of live play from npm, in build/peers, for the benchmarks."""
    files = [PEERS / "package.json", PEERS / "package-lock.json"]
    folder = ROOT / "build" / "peers"
    mark = fingerprint(files, platform.machine())
    if fresh("peers", mark) and folder.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, folder)
    with Step("Installing other servers of live play"):
        failure = npm_ci(folder, "--ignore-scripts")
    if failure:
        wanted("peers", f"other servers of live play cannot be installed: {failure}")
        return
    stamp("peers", mark)


def types() -> None:
    """Check the types of the JavaScript."""
    if not (ROOT / "node_modules" / "typescript").exists():
        return wanted("javascript", "types of the JavaScript are not checked")
    node = str(VENV / "bin" / "node")
    done = subprocess.run([node, "node_modules/typescript/bin/tsc", "-p", "jsconfig.json"], cwd=ROOT)
    if done.returncode:
        raise SetupError("the JavaScript has type errors")
    return None


def style() -> None:
    """Check layout and style of scripts and style sheets; what has not changed is not read again."""
    if not (ROOT / "node_modules" / "prettier").exists():
        return wanted("javascript", "the style of scripts and style sheets is not checked")
    node = str(VENV / "bin" / "node")
    caches = STAMPS / "prettier", STAMPS / "eslint"
    prettier = (node, "node_modules/prettier/bin/prettier.cjs", "--check", "--log-level=warn", "--cache",
                "--cache-strategy=content", f"--cache-location={caches[0]}")  # fmt: skip
    eslint = (node, "node_modules/eslint/bin/eslint.js", "--max-warnings=0", "--cache",
              "--cache-strategy=content", f"--cache-location={caches[1]}")  # fmt: skip
    laid_out = subprocess.run((*prettier, *SCRIPTS, *STYLES), cwd=ROOT).returncode == 0
    styled = subprocess.run((*eslint, *SCRIPTS), cwd=ROOT).returncode == 0
    if not laid_out:
        command = f"node node_modules/prettier/bin/prettier.cjs --write {' '.join((*SCRIPTS, *STYLES))}"
        raise SetupError(f"scripts or style sheets are not laid out as Prettier does it: .venv/bin/{command}")
    if not styled:
        raise SetupError("the scripts are not in the style that eslint.config.mjs asks for")
    return None


def units() -> None:
    """Run the tests of scripts that need no page, with the environment's own node."""
    node = str(VENV / "bin" / "node")
    done = run(node, "--import=./tests/scripts/support/page.js", "--test", "--test-isolation=none",
               "--test-reporter=spec", "tests/scripts/*.test.js", check=False)  # fmt: skip
    if done.returncode:
        failures = done.stdout.partition("failing tests:")[2]
        print(failures or done.stdout, file=sys.stderr)
        raise SetupError("the scripts do not do what tests/scripts says")


def together(*tasks: Callable[[], None]) -> None:
    """Run the tasks side by side; the first SetupError among them is raised when all have ended."""
    with ThreadPoolExecutor(len(tasks)) as threads:
        results = [threads.submit(task) for task in tasks]
    for result in results:
        result.result()


def installed(name: str, message: str) -> None:
    """Zaria with the packages of requirements/NAME.txt: they come while its kernels are compiled."""
    environment()
    packages("build", "Installing what compiles the rules")

    def others() -> None:
        packages(name, message)
        zaria()

    together(kernels, others)
    messages()  # what compiles them imports kernels, which must not be half written


def base() -> None:
    installed("base", "Installing packages")


def dev() -> None:
    installed("dev", "Installing the packages of tests and checks")


def bench() -> None:
    installed("bench", "Installing the packages of the benchmarks")
    peers()


def judges() -> None:
    packages("judges", "Installing other programs that play draughts", ROOT / "build" / "judges")


STEPS = {
    "run": base,
    "dev": dev,
    "bench": bench,
    "judges": judges,
    "javascript": javascript,
    "browser": browser,
    "oracles": oracles,
    "services": services,
    "deployment": deployment,
    "types": types,
    "style": style,
    "units": units,
}


def main(names: list[str]) -> int:
    odd = [name for name in names if name not in STEPS]
    if odd or not names:
        print(f"usage: bootstrap.py STEP...   with the steps {', '.join(STEPS)}", file=sys.stderr)
        return 2
    try:
        for name in names:
            STEPS[name]()
    except SetupError as error:
        print(f"setup: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
