"""The addresses of the profile."""

from django.urls import path, re_path

from zaria.club.profile import views

urlpatterns = [
    path("me", views.me, name="me"),
    path("me/settings", views.keep, name="keep"),
    path("look", views.wear, name="look"),
    re_path(r"^face/(?P<login>[A-Za-z0-9]{1,30})$", views.face, name="face"),
]
