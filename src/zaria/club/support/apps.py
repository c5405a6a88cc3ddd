"""Requests and reports, as Django knows them."""

from django.apps import AppConfig


class SupportConfig(AppConfig):
    """Requests to the staff, and reports."""

    name = "zaria.club.support"
