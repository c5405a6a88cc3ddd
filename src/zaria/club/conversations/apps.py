"""Conversations, as Django knows them."""

from django.apps import AppConfig


class ConversationsConfig(AppConfig):
    """Conversations and their lines."""

    name = "zaria.club.conversations"
