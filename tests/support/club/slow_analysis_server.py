"""`zaria serve` whose analyses are made slowly.

Started by `python -m tests.support.club.slow_analysis_server serve …`.
"""

import os
import sys

import django

from tests.support.club import slow_analysis
from zaria.cli import main as cli
from zaria.club.site import data_directory

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.site.settings"
    data_directory.prepare()
    django.setup()
    from zaria.club.matches.analysis import actions, supervisor
    from zaria.club.site.child_process import supervisor as child_supervisor

    supervisor.WORKER = slow_analysis.MODULE
    child_supervisor.EVERY_S, actions.LEASE = 0.2, slow_analysis.LEASE
    sys.exit(cli.main())
