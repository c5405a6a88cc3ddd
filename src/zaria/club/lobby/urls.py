"""The addresses of the lobby."""

from django.urls import path

from zaria.club.lobby import installed_app, manifest, styleguide, views, watch, well_known

urlpatterns = [
    path("", views.front, name="front"),
    path("games/tiles", views.further_tiles, name="further_tiles"),
    path("t/<slug:match_id>/terms", views.terms, name="terms"),
    path("t/<slug:match_id>/call", views.call_back, name="call-back"),
    path("t/<slug:match_id>/missed", views.missed_call, name="missed-call"),
    path("favicon.ico", well_known.icon),
    path("club/logo-<slug:name>.png", well_known.club_logo, name="club_logo"),
    path("manifest.webmanifest", manifest.manifest),
    path("sw.js", installed_app.service_worker),
    path("offline", installed_app.offline, name="offline"),
    path("app/<slug:name>", installed_app.part, name="app_part"),
    path(".well-known/assetlinks.json", well_known.asset_links),
    path("robots.txt", well_known.robots),
    path("styleguide", styleguide.styleguide, name="styleguide"),
    path("watch", watch.watch, name="watch"),
    path("waiting", views.waiting, name="waiting"),
    path("waiting/close", views.close, name="waiting_close"),
]
