"""The address of the offers at a table."""

from django.urls import path

from zaria.club.table_offers import views

urlpatterns = [path("t/<slug:match_id>/offers", views.page, name="table_offers")]
