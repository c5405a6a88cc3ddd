"""The app of the pages of groups."""

from django.apps import AppConfig


class ClassroomConfig(AppConfig):
    """The pages of groups."""

    name = "zaria.club.classroom"
    label = "classroom"
