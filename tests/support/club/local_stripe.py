"""A real localstripe for tests of top-ups: a process of its own, which pays, refunds, disputes and reports.

Its events are read through its API, and each test delivers them as it likes: signed, forged, late, twice.
`reporting` lets localstripe deliver them itself, a second after they happened.
"""

import hashlib
import hmac
import importlib.util
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.support.http_client import fetch
from tests.support.requirements import missing
from tests.support.servers import ROOT
from tests.support.services import Service

KEY, SECRET = "sk_test_" + "zaria" * 4, "whsec_" + "zaria" * 4
WEBHOOK = "/top-up/webhook/stripe"


class LocalStripe(Service):
    """The process, and what its tests do with it."""

    def __init__(self) -> None:
        super().__init__(Path(tempfile.mkdtemp(prefix="zaria-stripe-")))

    @property
    def url(self) -> str:
        """The address of the API."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """Variables of a club that sells 100 credits for 1 EUR through it."""
        return {
            "ZARIA_PAYMENTS": "stripe",
            "ZARIA_STRIPE_SECRET": KEY,
            "ZARIA_STRIPE_WEBHOOK_SECRET": SECRET,
            "ZARIA_STRIPE_API": self.url,
            "ZARIA_CREDIT_PRICE": "1.00 EUR per 100 credits",
        }

    def command(self) -> list[str]:
        """Run localstripe with Checkout."""
        program = ROOT / "tests" / "support" / "club" / "local_stripe_server.py"
        return [sys.executable, str(program), str(self.port)]

    def answers(self) -> bool:
        """Return whether the API answers."""
        try:
            return self.get("/v1/events").status_code == 200
        except httpx.TransportError:
            return False

    def get(self, path: str) -> httpx.Response:
        """Ask the API."""
        return fetch(self.url + path, auth=(KEY, ""))

    def do(self, action: str, **data: Any) -> httpx.Response:
        """Settle or expire a session, dispute a payment, close a dispute, let a refund fail."""
        answer = fetch(f"{self.url}/_config/test/{action}", "POST", json=data)
        assert answer.status_code == 200, answer.text
        return answer

    def pay(self, page: str, card: str = "good") -> httpx.Response:
        """Press a button of the payment page; the answer leads back to the club."""
        return fetch(page, "POST", data={"card": card})

    def refund(self, intent: str, amount: int) -> dict[str, Any]:
        """Refund an amount, as the operator does on Stripe's own pages."""
        data = {"payment_intent": intent, "amount": amount}
        answer = fetch(f"{self.url}/v1/refunds", "POST", auth=(KEY, ""), data=data,
                       headers={"Idempotency-Key": str(time.time_ns())})  # fmt: skip
        assert answer.status_code == 200, answer.text
        refund: dict[str, Any] = answer.json()
        return refund

    def session(self, number: str) -> dict[str, Any]:
        """A Checkout session."""
        session: dict[str, Any] = self.get(f"/v1/checkout/sessions/{number}").json()
        return session

    def events(self, about: str) -> list[bytes]:
        """The bodies of the webhooks in whose objects `about` occurs, the oldest first."""
        events = self.get("/v1/events?limit=10000").json()["data"]
        return [json.dumps(event).encode() for event in events if about in json.dumps(event["data"])]

    @contextmanager
    def reporting(self, club: str) -> Iterator[None]:
        """Meanwhile deliver webhooks to a club; those that have not left at the end never do."""
        hook = {"url": club + WEBHOOK, "secret": SECRET}
        self._register(hook)
        try:
            yield
        finally:
            self._register({**hook, "events": []})

    def _register(self, hook: dict[str, Any]) -> None:
        assert fetch(f"{self.url}/_config/webhooks/club", "POST", json=hook).status_code == 200


def signature(body: bytes, secret: str = SECRET, at: float | None = None) -> str:
    """The header `Stripe-Signature` of a webhook that was signed at a time (s since the epoch)."""
    at = int(time.time() if at is None else at)
    code = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={code}"


def deliver(club: str, body: bytes, signed: str | None = None) -> httpx.Response:
    """Send a webhook to a club, with this header or a good one."""
    headers = {"Stripe-Signature": signature(body) if signed is None else signed}
    return fetch(club + WEBHOOK, "POST", content=body, headers=headers)


@pytest.fixture(scope="session")
def local_stripe() -> Iterator[LocalStripe]:
    """This worker's localstripe."""
    if importlib.util.find_spec("localstripe") is None:
        missing("services", "localstripe is not installed")
    server = LocalStripe()
    server.start()
    yield server
    server.stop()
