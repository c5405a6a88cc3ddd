"""The addresses of analyses."""

from django.urls import path

from zaria.club.matches.analysis import attempts, opinions, result_grades, views

urlpatterns = [
    path("position/<slug:game>/opinion.json", opinions.opinion, name="opinion"),
    path("t/<slug:match_id>/attempt.json", attempts.attempt, name="attempt"),
    path("t/<slug:match_id>/grades", result_grades.result_grades, name="result_grades"),
    path("t/<slug:match_id>/analysis.json", views.state, name="analysis_state"),
    path("t/<slug:match_id>/analysis/<slug:depth>.json", views.result, name="analysis_result"),
]
