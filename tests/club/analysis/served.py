"""`zaria serve` whose analyses are made by `slow`: `python -m tests.club.analysis.served serve …`."""

import os
import sys

import django

from tests.club.analysis import slow
from zaria import cli
from zaria.club import data

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "zaria.club.settings"
    data.prepare()
    django.setup()
    from zaria.club.analysis import actions, foreman

    foreman.WORKER = slow.COMMAND
    foreman.EVERY_S, actions.LEASE = 0.2, slow.LEASE
    sys.exit(cli.main())
