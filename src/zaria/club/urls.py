"""The addresses of the site."""

from django.urls import include, path

from zaria.club.games.glossary.views import words
from zaria.club.lobby import key_help, site_info
from zaria.club.lobby.views import front_page
from zaria.club.play import favourites, level_offer, preset_views, training, treats, views
from zaria.club.ratings import table_ratings
from zaria.club.site import i18n
from zaria.club.site.http import errors
from zaria.club.texts.kinds import TextKind

urlpatterns = [
    path("", include("zaria.club.lobby.urls")),
    path("new", views.new, {"front_page": front_page}, name="new"),
    path("new/<slug:game>", views.options, name="options"),
    path("presets", preset_views.page, name="presets"),
    path("presets/save", preset_views.save, name="save_preset"),
    path("presets/rename", preset_views.rename, name="rename_preset"),
    path("presets/delete", preset_views.delete, name="delete_preset"),
    path("favourites", favourites.mark, name="favourites"),
    path("treats", treats.treats, name="treats"),
    path("words/table", views.words, name="table_words"),
    path("t/<slug:match_id>", views.table, name="table"),
    path("t/<slug:match_id>/ratings", table_ratings.ratings, name="table_ratings"),
    path("t/<slug:match_id>/positions.json", views.game_positions, name="game_positions"),
    path("t/<slug:match_id>/level/<str:number>", level_offer.level_offer, name="level_offer"),
    path("t/<slug:match_id>/hint", training.hint, name="hint"),
    path("t/<slug:match_id>/review", training.review, name="review"),
    path("", include("zaria.club.table_offers.urls")),
    path("", include("zaria.club.waiting.urls")),
    path("", include("zaria.club.learn.urls")),
    path("", include("zaria.club.agreements.urls")),
    path("", include("zaria.club.puzzles.urls")),
    path("", include("zaria.club.broadcast.urls")),
    path("", include("zaria.club.matches.replay.urls")),
    path("", include("zaria.club.matches.analysis.urls")),
    path("", include("zaria.club.matches.notes.urls")),
    path("rules", include("zaria.club.games.rules_pages.urls")),
    path("words", words, name="words"),
    path("verify", views.verify, name="verify"),
    path("contact", site_info.contact, name="contact"),
    path("help", key_help.page, name="help"),
    *(path(kind, site_info.text, {"kind": kind}, name=kind) for kind in TextKind),
    path("", include("zaria.club.texts.urls")),
    path("", include("zaria.club.comments.urls")),
    path("", include("zaria.club.support.urls")),
    path("language", i18n.select_language, name="language"),
    path("", include("zaria.club.top_up.urls")),
    path("", include("zaria.club.payouts.urls")),
    path("", include("zaria.club.profile.urls")),
    path("", include("zaria.club.player_limits.urls")),
    path("", include("zaria.club.vacations.urls")),
    path("", include("zaria.club.shop.urls")),
    path("", include("zaria.club.statistics.urls")),
    path("", include("zaria.club.progress.urls")),
    path("", include("zaria.club.accounts.urls")),
    path("", include("zaria.club.personal_data.urls")),
    path("", include("zaria.club.api.urls")),
    path("", include("zaria.club.ratings.urls")),
    path("", include("zaria.club.federations.urls")),
    path("", include("zaria.club.classroom.urls")),
    path("", include("zaria.club.people.urls")),
    path("", include("zaria.club.match_search.urls")),
    path("", include("zaria.club.library.urls")),
    path("", include("zaria.club.studies.urls")),
    path("", include("zaria.club.scribe.urls")),
    path("", include("zaria.club.embeds.urls")),
    path("", include("zaria.club.conversations.urls")),
    path("", include("zaria.club.notifications.urls")),
    path("", include("zaria.club.tournaments.director.urls")),
    path("", include("zaria.club.tournaments.export.urls")),
    path("", include("zaria.club.staff.urls")),
    path("", include("zaria.club.tournaments.urls")),
]

handler400 = errors.bad_request
handler404 = errors.not_found
handler429 = errors.too_many
handler500 = errors.server_error
