"""The addresses of lessons."""

from django.urls import path

from zaria.club.learn import views

urlpatterns = [
    path("learn", views.contents, name="learn"),
    path("learn/<slug:game>", views.page, name="lesson"),
    path("learn/<slug:game>/solved", views.solved, name="lesson_solved"),
]
