"""Comments, as Django knows them."""

from django.apps import AppConfig


class CommentsConfig(AppConfig):
    """Comments of members."""

    name = "zaria.club.comments"
