"""The settings of a demo: those of the site, with the band on its pages and the addresses behind it."""

import copy

from zaria.club.site.settings import *  # noqa: F403
from zaria.club.site.settings import DATABASES as SITE_DATABASES
from zaria.club.site.settings import TEMPLATES as SITE_TEMPLATES

ROOT_URLCONF = "zaria.club.demo.urls"
TEMPLATES = copy.deepcopy(SITE_TEMPLATES)
TEMPLATES[0]["OPTIONS"]["context_processors"].append("zaria.club.demo.personas.band")  # type: ignore[index]  # "OPTIONS" is an object there

# A month is made in a minute, so a power cut may take the last seconds of a demo.
DATABASES = copy.deepcopy(SITE_DATABASES)
DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
