"""The addresses of limits."""

from django.urls import path

from zaria.club.player_limits import views

urlpatterns = [
    path("me/limits", views.page, name="player_limits"),
    path("me/limits/withdraw", views.withdraw, name="limit_withdraw"),
    path("me/limits/pause", views.pause, name="stakes_pause"),
    path("me/limits/exclusion", views.exclude, name="stakes_exclusion"),
    path("me/limits/consent/<slug:kind>", views.consent, name="stakes_consent"),
    path("me/limits/reminder", views.reminder, name="play_time_reminder"),
    path("me/limits/reminder/read", views.confirm_reminder, name="play_time_reminder_read"),
]
