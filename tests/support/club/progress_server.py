"""`zaria serve` whose analyses are made slowly, and which looks for matches to analyse all the time.

Started by `python -m tests.support.club.progress_server serve …`. SEARCHES is a file that gets a line for
each search.
"""

import os
import sys
from pathlib import Path

import django

from tests.support.club import slow_analysis
from zaria.cli import main as cli
from zaria.club.site import data_directory

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.site.settings"
    data_directory.prepare()
    django.setup()
    from zaria.club.matches.analysis import actions, supervisor
    from zaria.club.progress import background
    from zaria.club.site.child_process import supervisor as child_supervisor

    find_work = background.find_work

    def find_and_tell() -> None:
        """Search on a machine that is called idle, and count it."""
        find_work(lambda: False)
        with Path(os.environ["SEARCHES"]).open("a") as lines:
            lines.write("\n")

    vars(background)["find_work"] = find_and_tell
    supervisor.WORKER = slow_analysis.MODULE
    child_supervisor.EVERY_S, supervisor.IDLE_S, actions.LEASE = 0.1, 0.1, slow_analysis.LEASE
    sys.exit(cli.main())
