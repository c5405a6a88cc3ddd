"""The addresses of setting up and directing tournaments."""

from django.urls import path

from zaria.club.tournaments import director_views, series_views, setup_views

urlpatterns = [
    path("tournaments/new", setup_views.new, name="new_tournament"),
    path("tournaments/series", series_views.overview, name="tournament_series"),
    path("tournaments/series/<str:series_id>", series_views.change, name="change_tournament_series"),
    path("tournaments/<slug:tournament_id>/director", director_views.director, name="tournament_director"),
]
