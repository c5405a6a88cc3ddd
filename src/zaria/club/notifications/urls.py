"""The addresses of notices."""

from django.urls import path

from zaria.club.notifications import views
from zaria.club.notifications.push import views as push_views

urlpatterns = [
    path("notices", views.notices, name="notifications"),
    path("notices/read", views.read_all, name="notifications_read"),
    path("notices/settings", views.switches, name="notification_switches"),
    path("notices/unsubscribe/<str:token>", views.unsubscribe, name="notification_unsubscribe"),
    path("notices/letters/end/<str:token>", views.unsubscribe_letter, name="waiting_letter_unsubscribe"),
    path("notices/push", push_views.device, name="push_device"),
    path("notices/push/key", push_views.key, name="push_key"),
    path("notices/push/end", push_views.end, name="push_device_end"),
    path("notices/push/<int:number>/remove", push_views.remove, name="push_device_remove"),
]
