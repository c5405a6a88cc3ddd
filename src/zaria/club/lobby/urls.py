"""The addresses of the lobby."""

from django.urls import path

from zaria.club.lobby import views

urlpatterns = [
    path("", views.front, name="front"),
    path("t/<slug:match_id>/terms", views.terms, name="terms"),
    path("waiting", views.waiting, name="waiting"),
    path("waiting/close", views.close, name="waiting_close"),
]
