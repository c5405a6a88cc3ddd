"""The settings of a demo: those of the site, with the band on its pages and the addresses behind it."""

import copy

from zaria.club.site.settings import *  # noqa: F403
from zaria.club.site.settings import TEMPLATES as SITE_TEMPLATES

ROOT_URLCONF = "zaria.club.demo.urls"
TEMPLATES = copy.deepcopy(SITE_TEMPLATES)
TEMPLATES[0]["OPTIONS"]["context_processors"].append("zaria.club.demo.personas.band")  # type: ignore[index]  # "OPTIONS" is an object there
