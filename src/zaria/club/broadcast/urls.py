"""The addresses of broadcasts."""

from django.urls import include, path

from zaria.club.broadcast import commentary, tournament_views, views

of_match = [
    path("overlay", views.overlay, name="overlay"),
    path("overlay.json", views.moment, name="overlay_moment"),
    path("broadcast", views.broadcast, name="broadcast"),
    path("commentary", commentary.commentary, name="commentary"),
    path("commentary/arrows", commentary.draw, name="commentary_arrows"),
]

of_tournament = [
    path("overlay", tournament_views.overlay, name="tournament_overlay"),
    path("overlay.json", tournament_views.table, name="tournament_overlay_table"),
    path("broadcast", tournament_views.broadcast, name="tournament_broadcast"),
    path("commentary", commentary.of_tournament, name="tournament_commentary"),
    path("broadcast/table", tournament_views.feature, name="feature_table"),
]

urlpatterns = [
    path("t/<slug:match_id>/", include(of_match)),
    path("tournaments/<slug:tournament_id>/", include(of_tournament)),
]
