"""localstripe with Checkout: the parts of Stripe that top-ups need and that it lacks, on its own objects.

localstripe 1.15.10 has payments, refunds, events and signed webhooks, but no Checkout sessions, no payment
page, no disputes, and no events of refunds. Run as `python -m tests.support.club.local_stripe_server PORT`.
"""

import sys
import time
from typing import Any

from aiohttp import web
from localstripe import resources, server  # type: ignore[import-untyped]
from localstripe.errors import UserError  # type: ignore[import-untyped]
from localstripe.resources import Event, PaymentIntent, PaymentMethod, Refund, StripeObject  # type: ignore[import-untyped]
from localstripe.webhooks import schedule_webhook  # type: ignore[import-untyped]

CARDS = {"good": "4242424242424242", "declined": "4000000000000341"}
PAGE = """<!doctype html><title>Pay</title><h1>{amount} {currency}</h1><form method="post">
<button name="card" value="good">Pay</button><button name="card" value="declined">Pay with a bad card</button>
<button name="card" value="bank">Pay by bank</button></form><a id="cancel" href="{cancel}">Back</a>"""


class Session(StripeObject):  # type: ignore[misc]  # the library has no types
    """A Checkout session."""

    object = "checkout.session"
    _id_prefix = "cs_"

    def __init__(self, **data: Any) -> None:
        try:
            price = data["line_items"][0]["price_data"]
            amount = int(price["unit_amount"]) * int(data["line_items"][0]["quantity"])
            expires_at = int(data["expires_at"])
            assert data["mode"] == "payment"
            assert amount > 0
            assert 1800 <= expires_at - time.time() <= 86400
        except (KeyError, ValueError, AssertionError) as error:
            raise UserError(400, f"Bad request: {error!r}") from error
        super().__init__()
        self.amount_total, self.currency, self.expires_at = amount, price["currency"], expires_at
        self.client_reference_id = data.get("client_reference_id")
        self.metadata = data.get("metadata") or {}
        self.success_url, self.cancel_url = data["success_url"], data["cancel_url"]
        self.status, self.payment_status, self.payment_intent = "open", "unpaid", None
        self.url = f"{api}/js.stripe.com/pay/{self.id}"  # localstripe asks no key for this path
        self._intent_metadata = (data.get("payment_intent_data") or {}).get("metadata")

    def _pay(self, card: str) -> None:
        """Pay with a card; raises localstripe's error for one that is declined."""
        if self.status != "open":
            raise UserError(400, "This session is not open.")
        number = CARDS["good" if card == "bank" else card]
        method = PaymentMethod(
            type="card", card={"number": number, "exp_month": 12, "exp_year": 2040, "cvc": "123"}
        )
        intent = PaymentIntent._api_create(
            amount=self.amount_total,
            currency=self.currency,
            payment_method=method.id,
            metadata=self._intent_metadata,
            confirm=True,
        )
        self.payment_intent, self.status = intent.id, "complete"
        if card != "bank":  # banks confirm days later
            self.payment_status = "paid"
        schedule_webhook(Event("checkout.session.completed", self))

    def _settle(self, paid: bool) -> None:
        self.payment_status = "paid" if paid else "unpaid"
        outcome = "succeeded" if paid else "failed"
        schedule_webhook(Event(f"checkout.session.async_payment_{outcome}", self))

    def _expire(self) -> None:
        self.status = "expired"
        schedule_webhook(Event("checkout.session.expired", self))


class Dispute(StripeObject):  # type: ignore[misc]  # the library has no types
    """A dispute about a charge."""

    object = "dispute"
    _id_prefix = "dp_"

    def __init__(self, payment_intent: str, amount: int) -> None:
        charge = PaymentIntent._api_retrieve(payment_intent).latest_charge
        super().__init__()
        self.amount, self.currency = amount, charge.currency
        self.charge, self.payment_intent = charge.id, payment_intent
        self.status, self.reason = "needs_response", "fraudulent"
        schedule_webhook(Event("charge.dispute.created", self))
        schedule_webhook(Event("charge.dispute.funds_withdrawn", self))

    def _close(self, status: str) -> None:
        self.status = status
        schedule_webhook(Event("charge.dispute.closed", self))
        if status == "won":
            schedule_webhook(Event("charge.dispute.funds_reinstated", self))


answers: dict[str, dict[str, Any]] = {}
"""Answers by idempotency key, as Stripe keeps them for a day."""


def _json(content: dict[str, Any]) -> web.Response:
    response: web.Response = server.json_response(content)
    return response


async def create_session(request: web.Request) -> web.Response:
    data = await server.get_post_data(request)
    key = request.headers.get("Idempotency-Key", "")
    if key not in answers:
        answers[key] = Session._api_create(**data)._export()
    return _json(answers[key])


async def create_refund(request: web.Request) -> web.Response:
    data = await server.get_post_data(request)
    key = request.headers.get("Idempotency-Key", "")
    if key not in answers:
        charge = PaymentIntent._api_retrieve(data["payment_intent"]).latest_charge
        refunded = sum(refund.amount for refund in charge.refunds._list if refund.status != "failed")
        if int(data["amount"]) > charge.amount - refunded:
            raise UserError(400, "Refund amount is greater than unrefunded amount on charge.")
        refund = Refund._api_create(**data)
        schedule_webhook(Event("refund.created", refund))
        schedule_webhook(Event("charge.refunded", charge))
        answers[key] = refund._export()
    return _json(answers[key])


async def pay(request: web.Request) -> web.Response:
    session = Session._api_retrieve(request.match_info["id"])
    if request.method == "GET":
        page = PAGE.format(amount=session.amount_total, currency=session.currency, cancel=session.cancel_url)
        return web.Response(text=page, content_type="text/html")
    session._pay((await request.post())["card"])
    raise web.HTTPSeeOther(session.success_url)


async def settle(request: web.Request) -> web.Response:
    """The test's hand: what becomes of a session, a refund or a dispute."""
    data = await server.get_post_data(request)
    match request.match_info["what"]:
        case "settle":
            Session._api_retrieve(data["id"])._settle(data["paid"])
        case "expire":
            Session._api_retrieve(data["id"])._expire()
        case "dispute":
            return _json(Dispute(**data)._export())
        case "close":
            Dispute._api_retrieve(data["id"])._close(data["status"])
        case "fail_refund":
            refund = Refund._api_retrieve(data["id"])
            refund.status = "failed"
            schedule_webhook(Event("refund.failed", refund))
    return web.Response()


def main(port: int) -> None:
    """Serve on this machine alone; nothing is stored."""
    resources.Store.dump_to_disk = lambda self: None
    app = server.app
    routes = [
        web.post("/v1/checkout/sessions", create_session),
        web.get("/v1/checkout/sessions/{id}", server.api_retrieve(Session, "")),
        web.route("*", "/js.stripe.com/pay/{id}", pay),
        web.post("/_config/test/{what}", settle),
    ]
    app.add_routes(routes)
    # localstripe's own route of refunds comes first in its list: this one takes its place.
    app.middlewares.append(refunds_with_events)
    web.run_app(app, host="127.0.0.1", port=port, print=None)


@web.middleware
async def refunds_with_events(request: web.Request, handler: Any) -> web.StreamResponse:
    if request.method == "POST" and request.path == "/v1/refunds":
        return await create_refund(request)
    response: web.StreamResponse = await handler(request)
    return response


if __name__ == "__main__":
    api = f"http://127.0.0.1:{sys.argv[1]}"
    main(int(sys.argv[1]))
