"""The addresses of studies."""

from django.urls import path, re_path

from zaria.club.studies import (
    add_views,
    chapter_views,
    embed_views,
    file_views,
    import_views,
    settings_views,
    views,
)

urlpatterns = [
    path("studies", views.studies, name="studies"),
    path("studies/new", views.new_study, name="new_study"),
    path("studies/add", add_views.add, name="add_to_study"),
    path("studies/import", import_views.import_file, name="import_study"),
    path("studies/<slug:study_id>/import", import_views.import_file, name="import_chapters"),
    re_path(
        r"^studies/(?P<study_id>[-\w]+)\.(?P<form>json|sgf|pgn|pdn)$", file_views.download, name="study_file"
    ),
    path("studies/<slug:study_id>/embed", embed_views.frame, name="study_frame"),
    path("studies/<slug:study_id>/picture.png", embed_views.picture, name="study_picture"),
    path("studies/<slug:study_id>/<int:chapter_id>/embed", embed_views.frame, name="study_chapter_frame"),
    path(
        "studies/<slug:study_id>/<int:chapter_id>/picture.png",
        embed_views.picture,
        name="study_chapter_picture",
    ),
    path("studies/<slug:study_id>/print", file_views.print_page, name="print_study"),
    path("studies/<slug:study_id>", views.study, name="study"),
    path("studies/<slug:study_id>/settings", settings_views.settings, name="study_settings"),
    path("studies/<slug:study_id>/people", settings_views.people, name="study_people"),
    path("studies/<slug:study_id>/copy", settings_views.copy, name="copy_study"),
    path("studies/<slug:study_id>/delete", settings_views.delete, name="delete_study"),
    path("studies/<slug:study_id>/chapters", chapter_views.new_chapter, name="new_chapter"),
    path("studies/<slug:study_id>/<int:chapter_id>", views.study, name="study_chapter"),
    path("studies/<slug:study_id>/<int:chapter_id>/line.json", views.line, name="study_line"),
    path("studies/<slug:study_id>/<int:chapter_id>/entry.json", views.entry, name="study_entry"),
    path("studies/<slug:study_id>/<int:chapter_id>/change", views.change, name="change_study"),
    path("studies/<slug:study_id>/<int:chapter_id>/lead", views.lead, name="lead_study"),
    path("studies/<slug:study_id>/<int:chapter_id>/edit", chapter_views.edit_chapter, name="edit_chapter"),
]
