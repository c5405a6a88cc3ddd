"""The site, as Django knows it."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Keeps the list of forbidden words."""

    name = "zaria.club.site"
