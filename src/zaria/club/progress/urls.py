"""The addresses of progress."""

from django.urls import path

from zaria.club.progress import views

urlpatterns = [
    path("me/progress", views.page, name="progress"),
    path("me/progress/months.csv", views.months_file, name="progress_file"),
    path("me/progress/switches", views.switches, name="progress_switches"),
    path("me/progress/drill/<slug:game>/<slug:phase>/<slug:kind>", views.drill, name="progress_drill"),
]
