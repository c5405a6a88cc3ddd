"""The addresses of studies."""

from django.urls import path, re_path

from zaria.club.studies import add_views, chapter_views, file_views, settings_views, views

urlpatterns = [
    path("studies", views.studies, name="studies"),
    path("studies/new", views.new_study, name="new_study"),
    path("studies/add", add_views.add, name="add_to_study"),
    re_path(
        r"^studies/(?P<study_id>[-\w]+)\.(?P<form>json|sgf|pgn|pdn)$", file_views.download, name="study_file"
    ),
    path("studies/<slug:study_id>/print", file_views.print_page, name="print_study"),
    path("studies/<slug:study_id>", views.study, name="study"),
    path("studies/<slug:study_id>/settings", settings_views.settings, name="study_settings"),
    path("studies/<slug:study_id>/people", settings_views.people, name="study_people"),
    path("studies/<slug:study_id>/delete", settings_views.delete, name="delete_study"),
    path("studies/<slug:study_id>/chapters", chapter_views.new_chapter, name="new_chapter"),
    path("studies/<slug:study_id>/<int:chapter_id>", views.study, name="study_chapter"),
    path("studies/<slug:study_id>/<int:chapter_id>/line.json", views.line, name="study_line"),
    path("studies/<slug:study_id>/<int:chapter_id>/entry.json", views.entry, name="study_entry"),
    path("studies/<slug:study_id>/<int:chapter_id>/change", views.change, name="change_study"),
    path("studies/<slug:study_id>/<int:chapter_id>/edit", chapter_views.edit_chapter, name="edit_chapter"),
]
