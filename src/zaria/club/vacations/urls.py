"""The addresses of vacations."""

from django.urls import path

from zaria.club.vacations import views

urlpatterns = [
    path("me/vacation", views.page, name="vacation"),
    path("me/vacation/end", views.end, name="vacation_end"),
    path("me/vacation/automatic", views.switch, name="vacation_switch"),
]
