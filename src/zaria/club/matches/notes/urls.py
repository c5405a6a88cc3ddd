"""The address of notes."""

from django.urls import path

from zaria.club.matches.notes import views

urlpatterns = [path("t/<slug:match_id>/note", views.note, name="note")]
