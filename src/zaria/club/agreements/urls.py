"""The addresses of agreements at a table, and of its result where it is decided in fact."""

from django.urls import path

from zaria.club.agreements import views

urlpatterns = [
    path("t/<slug:match_id>/agreement", views.sheet, name="agreement"),
    path("t/<slug:match_id>/result-offer", views.offer_points, name="result_offer"),
    path("t/<slug:match_id>/agreement/line", views.line, name="agreed_line"),
]
