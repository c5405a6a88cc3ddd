"""Reads of top-ups: providers, payments."""

from typing import TYPE_CHECKING

from payments.core import provider_factory

from zaria.club.top_up.models import Payment

if TYPE_CHECKING:
    from zaria.club.top_up.stripe_provider import StripeProvider


def provider(variant: str) -> "StripeProvider":
    """The provider of this name; raises `ValueError` for one that is not set up."""
    payment_provider: StripeProvider = provider_factory(variant)
    return payment_provider


def payment_of(player: str, token: str) -> Payment | None:
    """A payment of this player."""
    return Payment.objects.filter(player=player, token=token).first()
