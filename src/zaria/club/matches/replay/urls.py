"""The addresses of records, replays and positions."""

from django.urls import path, re_path

from zaria.club.matches.replay import final_board, views

urlpatterns = [
    re_path(r"^t/(?P<match_id>[-\w]+)\.(?P<form>json|mat|sgf|pdn|pgn)$", views.download, name="record"),
    path("t/<slug:match_id>/board.json", final_board.final_board, name="final_board"),
    path("t/<slug:match_id>/replay", views.replay_page, name="replay"),
    path("replay", views.open_file, name="open"),
    path("position/<slug:game>", views.position, name="position"),
]
