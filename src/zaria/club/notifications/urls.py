"""The addresses of notices."""

from django.urls import path

from zaria.club.notifications import views

urlpatterns = [
    path("notices", views.notices, name="notifications"),
    path("notices/read", views.read_all, name="notifications_read"),
    path("notices/settings", views.switches, name="notification_switches"),
    path("notices/unsubscribe/<str:token>", views.unsubscribe, name="notification_unsubscribe"),
]
