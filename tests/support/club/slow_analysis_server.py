"""`zaria serve` whose analyses are made slowly.

Started by `python -m tests.support.club.slow_analysis_server serve …`.
"""

import os
import sys

import django

from tests.support.club import slow_analysis
from zaria import cli
from zaria.club import data

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.settings"
    data.prepare()
    django.setup()
    from zaria.club.analysis import actions, foreman

    foreman.WORKER = slow_analysis.COMMAND
    foreman.EVERY_S, actions.LEASE = 0.2, slow_analysis.LEASE
    sys.exit(cli.main())
