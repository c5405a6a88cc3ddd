"""The addresses of tables by the day."""

from django.urls import path

from zaria.club.waiting import views

urlpatterns = [
    path("me/waiting", views.tables, name="waiting_tables"),
    path("me/waiting/order", views.rearrange, name="waiting_order"),
    path("next", views.next_table, name="next_table"),
    path("next/table", views.next_path, name="next_path"),
]
