"""The addresses of the site."""

from django.urls import include, path

from zaria.club import errors, languages, site_info
from zaria.club.play import rated, training, views

urlpatterns = [
    path("", include("zaria.club.lobby.urls")),
    path("new", views.new, name="new"),
    path("new/<slug:game>", views.options, name="options"),
    path("t/<slug:match_id>", views.table, name="table"),
    path("t/<slug:match_id>/ratings", rated.ratings, name="table_ratings"),
    path("t/<slug:match_id>/hint", training.hint, name="hint"),
    path("t/<slug:match_id>/review", training.review, name="review"),
    path("", include("zaria.club.records.urls")),
    path("", include("zaria.club.analysis.urls")),
    path("rules", include("zaria.club.help.urls")),
    path("verify", views.verify, name="verify"),
    path("about", site_info.about, name="about"),
    path("contact", site_info.contact, name="contact"),
    path("privacy", site_info.privacy, name="privacy"),
    path("language", languages.choose, name="language"),
    path("", include("zaria.club.profile.urls")),
    path("", include("zaria.club.stats.urls")),
    path("", include("zaria.club.members.urls")),
    path("", include("zaria.club.api.urls")),
    path("", include("zaria.club.ratings.urls")),
    path("", include("zaria.club.staff.urls")),
]

handler400 = errors.bad_request
handler404 = errors.not_found
handler429 = errors.too_many
handler500 = errors.server_error
