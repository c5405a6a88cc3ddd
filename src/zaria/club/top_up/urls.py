"""The addresses of top-ups."""

from django.urls import path

from zaria.club.top_up import views

urlpatterns = [
    path("top-up", views.top_up, name="top_up"),
    path("top-up/webhook/<slug:variant>", views.webhook, name="payment_webhook"),
    path("top-up/<uuid:token>", views.payment, name="payment"),
]
