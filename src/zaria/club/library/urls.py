"""The address of the library."""

from django.urls import path

from zaria.club.library import views

urlpatterns = [path("library", views.library_page, name="library")]
