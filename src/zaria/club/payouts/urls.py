"""The addresses of requests for pay-outs."""

from django.urls import path

from zaria.club.payouts import views

urlpatterns = [
    path("me/payouts", views.page, name="payouts"),
    path("me/payouts/<int:number>/withdraw", views.withdraw, name="payout_withdraw"),
]
