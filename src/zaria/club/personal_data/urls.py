"""The addresses of a member's data."""

from django.urls import path

from zaria.club.personal_data import views

urlpatterns = [
    path("me/account/data", views.data, name="account_data"),
    path("me/account/delete", views.delete, name="account_delete"),
]
