"""The addresses of comments."""

from django.urls import path

from zaria.club.comments import views

urlpatterns = [
    path("comments", views.write, name="comment_write"),
    path("comments/<int:number>/remove", views.remove, name="comment_remove"),
]
