"""The address of the search."""

from django.urls import path

from zaria.club.match_search import views

urlpatterns = [path("matches", views.matches_page, name="matches")]
