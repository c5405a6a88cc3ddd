"""The addresses of one's own statistics, and of members' public pages."""

from django.urls import path, re_path

from zaria.club.statistics import member_page, milestone_line, views

urlpatterns = [
    path("t/<slug:match_id>/milestone", milestone_line.milestone, name="table_milestone"),
    path("me/stats", views.overview_page, name="stats"),
    path("me/stats/games", views.games_page, name="stats_games"),
    path("me/stats/games.csv", views.games_file, name="stats_file"),
    path("me/stats/ratings", views.ratings_page, name="stats_ratings"),
    path("me/stats/credits", views.credits_page, name="stats_credits"),
    path("me/stats/credits.csv", views.credits_file, name="stats_credits_file"),
    re_path(
        r"^me/stats/credits/(?P<year>2\d{3})-(?P<month>0[1-9]|1[0-2])$",
        views.credits_month,
        name="stats_credits_month",
    ),
    re_path(r"^@(?P<login>[A-Za-z0-9]{1,30})$", member_page.public, name="public"),
    re_path(r"^@(?P<login>[A-Za-z0-9]{1,30})/picture\.png$", member_page.picture, name="member_picture"),
]
