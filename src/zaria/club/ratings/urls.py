"""The address of the rankings."""

from django.urls import path

from zaria.club.ratings import views

urlpatterns = [path("ranking", views.ranking_page, name="ranking")]
