"""`deploy/install.sh` in a root of its own: what it writes, twice the same, and what it refuses.

The commands that would change this machine or need the net are replaced by ones that write down their call.
"""

import configparser
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.club.server.test_deploy import DEPLOY, find_program, run_program
from zaria.club.site import variables

SITE = "club.example"
LOGGED = ("apt-get", "systemctl", "useradd", "chown", "python3", "getent")
"""Commands that only write down their call."""
IGNORED = (".pyc",)


class Root:
    """A fresh Debian in a folder, with the code in its place."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log, self.commands = folder / "root", folder / "log", folder / "bin"
        self.code = self.folder / "opt/zaria"
        for directory in (self.folder / "etc", self.code, self.commands):
            directory.mkdir(parents=True)
        shutil.copytree(DEPLOY, self.code / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
        self.write("etc/os-release", 'PRETTY_NAME="Debian GNU/Linux 12"\nID=debian\n')
        for name in LOGGED:
            self.command(name, f'echo "{name} $*" >> "{self.log}"')
        self.command("id", '[ "$1" = -u ] && echo 0 || grep -q "^useradd" "$LOG"')

    def command(self, name: str, line: str) -> None:
        """Put a command before those of this machine."""
        path = self.commands / name
        path.write_text(f'#!/bin/sh\nLOG="{self.log}"\n{line}\n', encoding="utf-8")
        path.chmod(0o755)

    def write(self, path: str, text: str) -> None:
        """Write a file of this root."""
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def text(self, path: str) -> str:
        """Return the text of a file of this root."""
        return (self.folder / path).read_text(encoding="utf-8")

    def install(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the script in this root."""
        self.log.write_text("", encoding="utf-8") if not self.log.exists() else None
        script = self.code / "deploy/install.sh"
        path = f"{self.commands}:/usr/bin:/bin"
        return subprocess.run(
            ["/bin/sh", script, *arguments],
            env={"PATH": path, "DESTDIR": str(self.folder), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> dict[str, tuple[int, bytes]]:
        """Return the mode and the content of each file."""
        return {
            str(path.relative_to(self.folder)): (path.stat().st_mode, path.read_bytes())
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path.suffix not in IGNORED
        }

    def calls(self) -> list[str]:
        """Return the calls since the last look."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        self.log.write_text("".join(f"{line}\n" for line in lines if line.startswith("useradd")))
        return lines


@pytest.fixture
def root(tmp_path: Path) -> Root:
    """A fresh root."""
    return Root(tmp_path)


def test_a_club_is_installed_and_a_second_run_changes_nothing(root: Root) -> None:
    first = root.install(SITE, ZARIA_SMTP_URL="smtp://u:p@mail.example", ZARIA_CLUB_NAME='The "A" club')
    assert first.returncode == 0, first.stderr
    calls = root.calls()
    assert [call.split()[0] for call in calls].count("useradd") == 1
    assert any(call.startswith("apt-get install") and " caddy" in call for call in calls)
    assert "python3 tools/bootstrap.py run" in calls
    assert calls.index("python3 tools/bootstrap.py run") < calls.index("systemctl restart zaria.service")
    assert f"https://{SITE}" in first.stdout
    assert "Nobody can register yet" not in first.stdout
    files = root.files()
    second = root.install()
    assert second.returncode == 0, second.stderr
    assert root.files() == files
    again = root.calls()
    assert sum(call.startswith("useradd") for call in again) == 1, "that of the first run"
    assert "systemctl restart zaria.service" in again, "an upgrade takes effect"
    assert not any("start zaria-backup.service" in call for call in again), "no data yet"


def test_settings_are_private_and_those_of_the_operator_stay(root: Root) -> None:
    assert root.install(SITE, ZARIA_CLUB_NAME='The "A" club', OTHER="x").returncode == 0
    path = root.folder / "etc/zaria.env"
    assert path.stat().st_mode & 0o777 == 0o600
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    assert lines == [
        f"ZARIA_HOSTS={SITE}",
        f"ZARIA_ORIGINS=https://{SITE}",
        "ZARIA_PROXIES=127.0.0.1",
        'ZARIA_CLUB_NAME="The \\"A\\" club"',
    ]
    for line in lines:
        assert variables.describe(line.partition("=")[0])
    path.write_text(path.read_text() + "ZARIA_STAKES=off\n")
    assert root.install(SITE, ZARIA_STAKES="credits").returncode == 0
    assert path.read_text().endswith("ZARIA_STAKES=off\n")


def test_the_proxy_leads_to_the_one_process(root: Root, tmp_path: Path) -> None:
    assert root.install(SITE).returncode == 0
    text = root.text("etc/caddy/Caddyfile")
    assert f"\n{SITE} {{\n" in text
    assert "reverse_proxy 127.0.0.1:8000 {" in text
    assert "@private path /metrics /readyz /dev/mail" in text
    assert "dynamic" not in text
    assert "/ws/" not in text
    assert "ZARIA_NODE" not in text
    validate = ("validate", "--adapter", "caddyfile", "--config", root.folder / "etc/caddy/Caddyfile")
    run_program(find_program("caddy"), *validate, HOME=str(tmp_path))


def test_units_are_those_of_the_repository(root: Root) -> None:
    assert root.install(SITE).returncode == 0
    for name in ("zaria.service", "zaria-backup.service", "zaria-backup.timer"):
        assert root.text(f"etc/systemd/system/{name}") == (DEPLOY / name).read_text()


def test_an_upgrade_begins_with_a_backup(root: Root) -> None:
    assert root.install(SITE).returncode == 0
    root.calls()
    root.write("var/lib/zaria/club.sqlite3", "")
    assert root.install().returncode == 0
    calls = root.calls()
    backup = calls.index("systemctl start zaria-backup.service")
    assert backup < calls.index("python3 tools/bootstrap.py run")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "give the name of the club"),
        (("https://club.example",), "is not a name on the internet"),
        (("club",), "is not a name on the internet"),
        (("Club.example",), "small letters"),
        (("club.example/x",), "is not a name on the internet"),
        (("a.example", "b.example"), "give one name"),
    ],
)
def test_wrong_names_are_refused_before_anything_changes(
    root: Root, arguments: tuple[str, ...], reason: str
) -> None:
    check_refused(root, reason, *arguments)


def test_another_system_is_refused(root: Root) -> None:
    root.write("etc/os-release", "ID=fedora\n")
    check_refused(root, "this is not Debian", SITE)


def test_a_system_like_debian_will_do(root: Root) -> None:
    root.write("etc/os-release", 'ID=ubuntu\nID_LIKE="debian"\n')
    assert root.install(SITE).returncode == 0


def test_users_other_than_root_are_refused(root: Root) -> None:
    root.command("id", "echo 1000")
    check_refused(root, "run it as root", SITE)


def test_code_elsewhere_is_refused(root: Root) -> None:
    (root.folder / "opt").rename(root.folder / "srv")
    root.code = root.folder / "srv/zaria"
    check_refused(root, "the code must be in /opt/zaria", SITE)


def test_a_proxy_with_other_sites_stays_as_it_is(root: Root) -> None:
    root.write("etc/caddy/Caddyfile", "blog.example {\n}\n")
    check_refused(root, "has sites of its own", SITE)


def test_the_page_of_the_package_is_replaced(root: Root) -> None:
    root.write("etc/caddy/Caddyfile", ":80 {\n\troot * /usr/share/caddy\n\tfile_server\n}\n")
    assert root.install(SITE).returncode == 0
    assert SITE in root.text("etc/caddy/Caddyfile")


def test_another_name_is_refused_later(root: Root) -> None:
    assert root.install(SITE).returncode == 0
    root.calls()
    check_refused(root, f"the club's name is {SITE}", "other.example")


def test_a_club_that_does_not_start_is_reported(root: Root) -> None:
    root.command("python3", f'echo "python3 $*" >> "{root.log}"\ncase $1 in *wait_ready.py) exit 1;; esac')
    done = root.install(SITE)
    assert done.returncode == 1
    assert "journalctl -u zaria" in done.stderr


def test_the_backup_is_made_by_the_user_of_the_club() -> None:
    backup, club = configparser.RawConfigParser(strict=False), configparser.RawConfigParser(strict=False)
    backup.read(DEPLOY / "zaria-backup.service")
    club.read(DEPLOY / "zaria.service")
    assert backup["Service"]["User"] == club["Service"]["User"] == "zaria"
    assert "/opt/zaria/.venv/bin/zaria backup" in backup["Service"]["ExecStart"]


def test_systemd_accepts_the_units_of_the_backup(tmp_path: Path) -> None:
    for name in ("zaria-backup.service", "zaria-backup.timer"):
        shutil.copy(DEPLOY / name, tmp_path)
    units = (tmp_path / "zaria-backup.service", tmp_path / "zaria-backup.timer")
    assert run_program(find_program("systemd-analyze"), "verify", *units) == ""


def test_shellcheck_finds_no_fault() -> None:
    program = Path(sysconfig.get_path("scripts")) / "shellcheck"
    run_program(str(program), DEPLOY / "install.sh")


def test_the_page_names_what_the_script_needs() -> None:
    page = (DEPLOY.parent / "docs/how-to/on-the-internet.md").read_text(encoding="utf-8")
    script = (DEPLOY / "install.sh").read_text(encoding="utf-8")
    for path in re.findall(r"/(?:etc|var)/[\w./-]*zaria[\w./-]*", page):
        assert path in script, path


def check_refused(root: Root, reason: str, *arguments: str) -> None:
    """Run the script, and expect that it changes nothing and says why in one line."""
    files = root.files()
    done = root.install(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith("install.sh: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
    assert root.files() == files
    assert not [call for call in root.calls() if not call.startswith("useradd")]
