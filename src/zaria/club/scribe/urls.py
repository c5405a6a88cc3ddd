"""The addresses of the scribe."""

from django.urls import path, re_path

from zaria.club.scribe import clock_views, overlay_views, views

urlpatterns = [
    path("scribe", views.contents, name="scribe"),
    path("scribe/new", views.new, name="new_sheet"),
    re_path(
        r"^scribe/(?P<sheet_id>[-\w]+)\.(?P<form>json|mat|sgf|pdn|pgn)$", views.download, name="sheet_file"
    ),
    path("scribe/with/<slug:key>", views.page, name="linked_sheet"),
    path("scribe/with/<slug:key>/state", views.state, name="linked_sheet_state"),
    path("scribe/with/<slug:key>/step", views.step, name="linked_sheet_step"),
    path("scribe/with/<slug:key>/dice", views.dice_page, name="linked_dice"),
    path("scribe/<slug:sheet_id>/dice", views.dice_page, name="sheet_dice"),
    path("scribe/with/<slug:key>/clock", clock_views.page, name="linked_clock"),
    path("scribe/with/<slug:key>/clock.json", clock_views.state, name="linked_clock_state"),
    path("scribe/with/<slug:key>/clock/act", clock_views.act, name="linked_clock_act"),
    path("scribe/<slug:sheet_id>", views.page, name="sheet"),
    path("scribe/<slug:sheet_id>/clock", clock_views.page, name="sheet_clock"),
    path("scribe/<slug:sheet_id>/clock.json", clock_views.state, name="sheet_clock_state"),
    path("scribe/<slug:sheet_id>/clock/act", clock_views.act, name="sheet_clock_act"),
    path("scribe/<slug:sheet_id>/state", views.state, name="sheet_state"),
    path("scribe/<slug:sheet_id>/step", views.step, name="sheet_step"),
    path("scribe/<slug:sheet_id>/finish", views.finish, name="finish_sheet"),
    path("scribe/<slug:sheet_id>/links", views.links, name="sheet_links"),
    path("scribe/<slug:sheet_id>/note", views.note, name="sheet_note"),
    path("scribe/<slug:sheet_id>/delete", views.delete, name="delete_sheet"),
    path("scribe/<slug:sheet_id>/overlay", overlay_views.overlay, name="sheet_overlay"),
    path("scribe/<slug:sheet_id>/overlay.json", overlay_views.moment, name="sheet_overlay_moment"),
    path("scribe/<slug:sheet_id>/broadcast", overlay_views.broadcast, name="sheet_broadcast"),
    path("scribe/<slug:sheet_id>/commentary", overlay_views.commentary, name="sheet_commentary"),
    path("scribe/<slug:sheet_id>/commentary/arrows", overlay_views.draw, name="sheet_arrows"),
]
