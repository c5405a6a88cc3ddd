"""The operator's settings of top-ups, and those that stop the start."""

import pytest

from zaria.club.ledger.configuration import LedgerConfig
from zaria.club.site.data_directory import ConfigurationError
from zaria.club.top_up import configuration
from zaria.club.top_up.configuration import Price, TopUpSettings

CREDITS, EURO = LedgerConfig(), LedgerConfig(unit="EUR")
GOOD = {
    "ZARIA_PAYMENTS": "stripe",
    "ZARIA_STRIPE_SECRET": "sk_test_secret",
    "ZARIA_STRIPE_WEBHOOK_SECRET": "whsec_secret",
    "ZARIA_CREDIT_PRICE": "1.00 EUR per 100 credits",
}


def set_variables(monkeypatch: pytest.MonkeyPatch, **values: str) -> None:
    for name, value in {**GOOD, **values}.items():
        monkeypatch.setenv(name, value)


def test_without_a_provider_there_are_no_top_ups() -> None:
    settings = configuration.from_environment(CREDITS)
    assert settings.provider == ""
    assert configuration.variants(settings) == {}
    assert configuration.form_targets(settings) == []


def test_credits_have_a_price(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(monkeypatch, ZARIA_TOP_UP="10-80.5")
    settings = configuration.from_environment(CREDITS)
    assert settings == TopUpSettings("stripe", "EUR", Price(1_00, 100_00), 10_00, 80_50)
    assert settings.credits(12_34) == 1234_00
    assert settings.offers == [10_00, 20_00, 50_00]
    assert configuration.form_targets(settings) == ["https://checkout.stripe.com"]
    assert settings._replace(price=Price(3_00, 100_00)).credits(1_00) == 33_33
    assert settings._replace(price=Price(3_00, 100_00)).credits(2_00) == 66_67


def test_a_currency_is_its_own_price(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(monkeypatch, ZARIA_CREDIT_PRICE="")
    settings = configuration.from_environment(EURO)
    assert (settings.currency, settings.credits(12_34)) == ("EUR", 12_34)


def test_another_address_of_the_api_has_its_own_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(monkeypatch, ZARIA_STRIPE_API="http://127.0.0.1:8420/")
    settings = configuration.from_environment(CREDITS)
    assert configuration.form_targets(settings) == ["http://127.0.0.1:8420"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ZARIA_PAYMENTS", "paypal"),
        *(
            ("ZARIA_CREDIT_PRICE", value)
            for value in ("", "1", "1.00 eur per 100", "0 EUR per 100", "1 EUR per 0", "-1 EUR per 5")
        ),
        *(("ZARIA_CREDIT_PRICE", value) for value in ("999999999999 EUR per 1", "0.01 EUR per 9999999")),
        *(("ZARIA_TOP_UP", value) for value in ("5", "0-5", "9-5", "5-NaN", "5-1000000", "-5-5", "5.001-6")),
    ],
)
def test_settings_without_sense_stop_the_start(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    set_variables(monkeypatch, **{name: value})
    with pytest.raises(ConfigurationError, match=name):
        configuration.from_environment(CREDITS)


def test_a_currency_without_hundredths_cannot_be_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(monkeypatch, ZARIA_CREDIT_PRICE="150 JPY per 100")
    with pytest.raises(ConfigurationError, match="JPY has no hundredths"):
        configuration.from_environment(CREDITS)


def test_a_currency_has_no_price(monkeypatch: pytest.MonkeyPatch) -> None:
    set_variables(monkeypatch)
    with pytest.raises(ConfigurationError, match="ZARIA_CREDIT_PRICE"):
        configuration.from_environment(EURO)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ZARIA_STRIPE_SECRET", ""),
        ("ZARIA_STRIPE_SECRET", "pk_test_public"),
        ("ZARIA_STRIPE_SECRET", "sk_test_\nsecret"),
        ("ZARIA_STRIPE_WEBHOOK_SECRET", ""),
        ("ZARIA_STRIPE_WEBHOOK_SECRET", "sk_test_secret"),
        ("ZARIA_STRIPE_API", "api.stripe.com"),
        ("ZARIA_STRIPE_API", "https://api.stripe.com/v1"),
    ],
)
def test_wrong_secrets_stop_the_start_and_are_not_quoted(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    set_variables(monkeypatch, **{name: value})
    with pytest.raises(ConfigurationError, match=name) as error:
        configuration.variants(configuration.from_environment(CREDITS))
    assert "secret" not in str(error.value).replace("SECRET", "")
    assert "public" not in str(error.value)
