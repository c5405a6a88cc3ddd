"""The addresses of the rules."""

from django.urls import path, re_path

from zaria.club.games.rules_pages import views

urlpatterns = [
    re_path(r"^/?$", views.contents, name="rules"),
    path("/differences", views.differences_page, name="rule_differences"),
    path("/<slug:name>", views.article_page, name="rules_of"),
]
