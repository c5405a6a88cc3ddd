"""The addresses of setting up and directing tournaments."""

from django.urls import path

from zaria.club.tournaments.director import setup_views
from zaria.club.tournaments.director import views as director_views
from zaria.club.tournaments.series import views as series_views

urlpatterns = [
    path("tournaments/new", setup_views.new, name="new_tournament"),
    path("tournaments/series", series_views.overview, name="tournament_series"),
    path("tournaments/series/<str:series_id>", series_views.change, name="change_tournament_series"),
    path("tournaments/<slug:tournament_id>/director", director_views.director, name="tournament_director"),
    path(
        "tournaments/<slug:tournament_id>/director/decide/<int:number>/<int:place>",
        director_views.decide,
        name="decide_tournament_match",
    ),
    path("tournaments/<slug:tournament_id>/director/pairs", director_views.pairs, name="tournament_pairs"),
]
