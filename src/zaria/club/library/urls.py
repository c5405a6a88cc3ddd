"""The addresses of the library."""

from django.urls import path, re_path

from zaria.club.library import (
    collection_views,
    import_views,
    match_search_views,
    match_views,
    name_views,
    pattern_views,
    views,
)
from zaria.club.library.year_archives import views as archive_views

YEAR = r"(?P<year>[0-9]{4})"
FEDERATION = r"f/(?P<slug>[-a-zA-Z0-9_]+)"

urlpatterns = [
    path("library", views.library_page, name="library"),
    path("library/matches", match_search_views.library_matches, name="library_matches"),
    path("library/pattern", pattern_views.pattern_page, name="library_pattern"),
    path("library/collections", collection_views.collections_page, name="collections"),
    path("library/collections/<slug:key>", collection_views.collection_page, name="collection"),
    path("library/collections/<slug:key>/change", collection_views.change, name="collection_change"),
    path("library/collections/<slug:key>/delete", collection_views.delete, name="collection_delete"),
    path("library/collections/<slug:key>/people", collection_views.people, name="collection_people"),
    path(
        "library/collections/<slug:key>/matches", collection_views.change_matches, name="collection_matches"
    ),
    path("library/collections/<slug:key>/names", name_views.change_names, name="collection_names"),
    path("library/names", name_views.names_page, name="own_names"),
    path("library/imports", import_views.send_files, name="import_files"),
    path("library/imports/<slug:key>", import_views.import_page, name="import"),
    path("library/imports/<slug:key>/stop", import_views.stop, name="import_stop"),
    path("library/matches/<slug:key>/replay", match_views.replay_page, name="imported_replay"),
    path("library/matches/<slug:key>/analysis.json", match_views.analysis_state, name="imported_analysis"),
    path(
        "library/matches/<slug:key>/analysis/<slug:depth>.json",
        match_views.analysis_result,
        name="imported_analysis_result",
    ),
    path("library/matches/<slug:key>/attempt.json", match_views.attempt, name="imported_attempt"),
    re_path(
        r"^library/matches/(?P<key>[-\w]{12})\.(?P<form>json|mat|sgf|pdn|pgn)$",
        match_views.download,
        name="imported_record",
    ),
    path("library/archive", archive_views.archive_page, name="archive"),
    re_path(rf"^library/archive/{YEAR}\.zip$", archive_views.archive_file, name="archive_file"),
    re_path(
        rf"^library/archive/{YEAR}\.zip\.sha256$", archive_views.archive_checksum, name="archive_checksum"
    ),
    path("f/<slug:slug>/archive", archive_views.federation_page, name="federation_archive"),
    re_path(
        rf"^{FEDERATION}/archive/{YEAR}\.zip$", archive_views.archive_file, name="federation_archive_file"
    ),
    re_path(
        rf"^{FEDERATION}/archive/{YEAR}\.zip\.sha256$",
        archive_views.archive_checksum,
        name="federation_archive_checksum",
    ),
]
