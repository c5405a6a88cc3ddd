"""The addresses of consent."""

from django.urls import path

from zaria.club.texts import views

urlpatterns = [
    path("consent", views.ask, name="consent"),
    path("consent/later", views.later, name="consent_later"),
]
