"""The addresses of tournaments."""

from django.urls import path

from zaria.club.tournaments.pages import calendar_views, offer_views, qr_code, table_part, views

urlpatterns = [
    path("t/<slug:match_id>/tournament", table_part.tournament_of_table, name="table_tournament"),
    path("tournaments", views.lists, name="tournaments"),
    path("tournaments.ics", calendar_views.calendar, name="tournaments_calendar"),
    path("f/<slug:slug>/tournaments.ics", calendar_views.calendar_of_federation, name="federation_calendar"),
    path("tournaments/mine", views.own_tournaments, name="own_tournaments"),
    path("tournaments/<slug:tournament_id>", views.tournament, name="tournament"),
    path("tournaments/<slug:tournament_id>.ics", calendar_views.calendar_of, name="tournament_calendar"),
    path("tournaments/<slug:tournament_id>/qr.svg", qr_code.qr_code, name="tournament_qr_code"),
    path("tournaments/<slug:tournament_id>/live", views.live_part_page, name="tournament_live"),
    path("tournaments/<slug:tournament_id>/own", views.own, name="tournament_own"),
    path("tournaments/<slug:tournament_id>/enter", views.enter, name="enter_tournament"),
    path("tournaments/<slug:tournament_id>/place", offer_views.place, name="tournament_place"),
    path("tournaments/<slug:tournament_id>/withdraw", views.withdraw, name="withdraw_from_tournament"),
    path("tournaments/<slug:tournament_id>/check-in", views.check_in, name="check_in_to_tournament"),
    path("tournaments/<slug:tournament_id>/ready", views.ready, name="ready_for_tournament"),
    path("tournaments/<slug:tournament_id>/embed", views.embed, name="tournament_embed"),
]
