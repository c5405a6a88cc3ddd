"""The addresses of lessons and courses."""

from django.urls import path

from zaria.club.learn import chapter_views, views

urlpatterns = [
    path("learn", views.contents, name="learn"),
    path("learn/<slug:game>", views.page, name="lesson"),
    path("learn/<slug:game>/solved", views.solved, name="lesson_solved"),
    path("learn/<slug:game>/<slug:name>", chapter_views.page, name="chapter"),
    path("learn/<slug:game>/<slug:name>/solved", chapter_views.solved, name="chapter_solved"),
]
