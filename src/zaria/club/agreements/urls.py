"""The addresses of agreements at a table."""

from django.urls import path

from zaria.club.agreements import views

urlpatterns = [
    path("t/<slug:match_id>/agreement", views.sheet, name="agreement"),
    path("t/<slug:match_id>/agreement/line", views.line, name="agreed_line"),
]
