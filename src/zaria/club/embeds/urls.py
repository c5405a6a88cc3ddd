"""The address at which other sites ask for frames."""

from django.urls import path

from zaria.club.embeds import views

urlpatterns = [path("oembed", views.oembed, name="oembed")]
