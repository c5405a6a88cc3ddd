"""A club without sign-in by other sites shows none, and asks the database for none."""

from typing import Any

import pytest
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers import registry
from allauth.socialaccount.providers.dummy.provider import DummyProvider
from django.test import RequestFactory

pytestmark = pytest.mark.django_db


def test_no_query_without_providers(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        assert get_adapter().list_providers(RequestFactory().get("/account/login/")) == []


def test_a_provider_of_the_club_is_listed(settings: Any) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = {"dummy": {}}
    SocialApp.objects.create(provider="dummy", name="Dummy", client_id="1")
    registry.register(DummyProvider)
    try:
        providers = get_adapter().list_providers(RequestFactory().get("/account/login/"))
    finally:
        del registry.provider_map[DummyProvider.id]
    assert [provider.id for provider in providers] == ["dummy"]
