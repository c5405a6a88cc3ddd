"""Asks whether the locked packages that run Zaria have known holes: `pip-audit`, once a day.

Exit code 1 names those that have. Where the database of holes cannot be asked (no network, or an index that
has none) it says so and goes on; ZARIA_REQUIRE=all makes it fail where only a part could be asked about.
"""

import datetime
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LOCKED = ROOT / "requirements" / "base.txt"
STAMP = ROOT / ".stamps" / "audit"
PATIENCE_S = 120
"""Seconds after which the network is taken to be away."""


class Verdict(NamedTuple):
    """A message, and whether it stops the checks; `complete`: every package was looked up."""

    message: str
    fails: bool
    complete: bool


def verdict_of(packages: list[dict[str, Any]], strict: bool) -> Verdict:
    """The verdict on pip-audit's list of packages."""
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, mended in {hole['fix_versions'] or 'none'}"
        for package in packages
        for hole in package.get("vulns", ())
    ]
    skipped = [package["name"] for package in packages if "skip_reason" in package]
    if holes:
        return Verdict("\n".join(holes), True, True)
    if len(skipped) == len(packages):
        return Verdict("Packages were not audited: nobody here knows of their holes.", False, False)
    if skipped:
        return Verdict(f"Packages that were not audited: {', '.join(skipped)}", strict, False)
    return Verdict("", False, True)


def audit() -> Verdict:
    """Ask pip-audit."""
    command = [
        str(Path(sys.executable).parent / "pip-audit"),
        "--disable-pip",
        "--require-hashes",
        "--timeout=10",
    ]
    command += ["--progress-spinner=off", "--format=json", f"--requirement={LOCKED}"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
        packages = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, json.JSONDecodeError, OSError):
        return Verdict("Packages were not audited: the index does not answer.", False, False)
    return verdict_of(packages, os.environ.get("ZARIA_REQUIRE") == "all")


def main() -> int:
    """Audit, unless it was done today with these packages."""
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    mark = f"{today} {hashlib.sha256(LOCKED.read_bytes()).hexdigest()}"
    if STAMP.exists() and STAMP.read_text() == mark:
        return 0
    verdict = audit()
    if verdict.message:
        print(verdict.message, file=sys.stderr if verdict.fails else sys.stdout)
    if verdict.complete and not verdict.fails:
        STAMP.parent.mkdir(exist_ok=True)
        STAMP.write_text(mark)
    return int(verdict.fails)


if __name__ == "__main__":
    sys.exit(main())
