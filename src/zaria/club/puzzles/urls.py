"""The addresses of puzzles."""

from django.urls import path

from zaria.club.puzzles import daily_views, embed_views, member_views, run_views, views

urlpatterns = [
    path("puzzles", views.puzzles, name="puzzles"),
    path("puzzles/next", views.next_puzzle, name="next_puzzle"),
    path("puzzles/run", run_views.run_page, name="puzzle_run"),
    path("puzzles/repeat", member_views.next_repeat, name="next_repeat"),
    path("puzzles/settings", member_views.save_settings, name="puzzle_settings"),
    path("puzzles/daily", daily_views.daily_page, name="daily_puzzles"),
    path("puzzles/daily/<slug:list_name>", daily_views.daily_puzzle, name="daily_puzzle"),
    path("puzzles/<slug:puzzle_id>", views.puzzle, name="puzzle"),
    path("puzzles/<slug:puzzle_id>/answer", views.answer, name="puzzle_answer"),
    path("puzzles/<slug:puzzle_id>/run", run_views.run_answer, name="puzzle_run_answer"),
    path("puzzles/<slug:puzzle_id>/embed", embed_views.puzzle_frame, name="puzzle_frame"),
    path("puzzles/<slug:puzzle_id>/embed/answer", embed_views.frame_answer, name="puzzle_frame_answer"),
    path("puzzles/<slug:puzzle_id>/acts", member_views.acts, name="puzzle_acts"),
    path("puzzles/<slug:puzzle_id>/picture.png", daily_views.picture, name="puzzle_picture"),
]
