"""Requests for pay-outs, as Django knows them."""

from django.apps import AppConfig


class PayoutsConfig(AppConfig):
    """Requests for pay-outs."""

    name = "zaria.club.payouts"
