"""The settings of a demo: those of the site, with the band on its pages and the addresses behind it."""

from zaria.club.site.settings import *  # noqa: F403
from zaria.club.site.settings import CONTEXT_PROCESSORS

ROOT_URLCONF = "zaria.club.demo.urls"
CONTEXT_PROCESSORS.append("zaria.club.demo.personas.band")
