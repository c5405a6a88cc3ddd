"""The addresses of conversations."""

from django.urls import path

from zaria.club.conversations import pages, views

urlpatterns = [
    path("messages", pages.messages, name="messages"),
    path("messages/words", pages.words, name="conversation_words"),
    path("messages/block", pages.block, name="conversation_block"),
    path("messages/to/<str:login>", pages.begin, name="conversation_begin"),
    path("messages/<str:conversation_id>", pages.conversation, name="conversation"),
    path("messages/<str:conversation_id>/lines", views.lines, name="conversation_lines"),
    path("messages/<str:conversation_id>/mute", views.mute, name="conversation_mute"),
]
