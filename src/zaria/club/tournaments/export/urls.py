"""The addresses of the files of a tournament."""

from django.urls import path

from zaria.club.tournaments.export.files import KINDS
from zaria.club.tournaments.export.views import export

urlpatterns = [
    path(f"tournaments/<slug:tournament_id>/export.{kind}", export, {"kind": kind}, name=f"tournament_{kind}")
    for kind in KINDS
]
