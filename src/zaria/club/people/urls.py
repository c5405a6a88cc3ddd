"""The addresses of the page of people."""

from django.urls import path, re_path

from zaria.club.people import views

urlpatterns = [
    path("people", views.people, name="people"),
    re_path(
        rf"^people/(?P<login>[A-Za-z0-9]{{1,30}})/(?P<name>{'|'.join(views.ACTS)})$",
        views.act,
        name="relation",
    ),
]
