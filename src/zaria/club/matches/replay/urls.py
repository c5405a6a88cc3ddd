"""The addresses of records, replays and positions."""

from django.urls import path, re_path

from zaria.club.matches.replay import final_board, views

urlpatterns = [
    re_path(r"^t/(?P<match_id>[-\w]+)\.(?P<form>json|mat|sgf|pdn|pgn)$", views.download, name="record"),
    path("t/<slug:match_id>/board.json", final_board.final_board, name="final_board"),
    path("t/<slug:match_id>/replay", views.replay_page, name="replay"),
    path("t/<slug:match_id>/picture.png", views.match_picture, name="match_picture"),
    path("t/<slug:match_id>/embed", views.replay_frame, name="replay_frame"),
    path("replay", views.open_file, name="open"),
    path("replay/shared", views.open_shared_file, name="open_shared"),
    path("position/<slug:game>", views.position, name="position"),
    path("position/<slug:game>/picture.png", views.position_picture, name="position_picture"),
    path("position/<slug:game>/embed", views.position_frame, name="position_frame"),
]
