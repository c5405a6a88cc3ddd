"""The addresses of one's own statistics."""

from django.urls import path

from zaria.club.statistics import views

urlpatterns = [
    path("me/stats", views.overview_page, name="stats"),
    path("me/stats/games", views.games_page, name="stats_games"),
    path("me/stats/games.csv", views.games_file, name="stats_file"),
    path("me/stats/ratings", views.ratings_page, name="stats_ratings"),
]
