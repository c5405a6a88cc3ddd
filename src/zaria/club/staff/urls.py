"""The addresses of the staff's pages, and of its notices to members."""

from django.urls import path
from django.views.generic import RedirectView

from zaria.club.staff.pages import (
    answers,
    audit_log,
    comments,
    federations,
    matches,
    members,
    payments,
    payouts,
    refunds,
    studies,
    views,
    words,
)
from zaria.club.staff.pages.site import site

__all__ = [
    "answers",
    "audit_log",
    "comments",
    "federations",
    "matches",
    "members",
    "payments",
    "payouts",
    "studies",
    "urlpatterns",
    "words",
]

PAYMENTS = "admin:top_up_payment_changelist"

PAYOUTS = "/staff/payouts/payoutrequest/?state=open"

urlpatterns = [
    path("me/notices", views.notices, name="notices"),
    path("me/notices/<int:number>/read", views.read, name="notice_read"),
    path("staff", RedirectView.as_view(url="/staff/")),
    path("staff/payments", RedirectView.as_view(pattern_name=PAYMENTS, query_string=True)),
    path("staff/payments/<int:number>/refund", refunds.page, name="payment_refund"),
    path("staff/payouts", RedirectView.as_view(url=PAYOUTS)),
    path("staff/", site.urls),
]
