"""The addresses of federations."""

from django.urls import path

from zaria.club.federations import administration, views

ADMINISTRATION = "f/<slug:slug>/administration"

urlpatterns = [
    path("federations", views.federations, name="federations"),
    path("f/<slug:slug>", views.federation_page, name="federation"),
    path("f/<slug:slug>/arms", views.arms, name="federation_arms"),
    path("f/<slug:slug>/members", views.members, name="federation_members"),
    path("f/<slug:slug>/titles", views.titles, name="federation_all_titles"),
    path("f/<slug:slug>/ranking", views.ranking_page, name="federation_ranking"),
    path("f/<slug:slug>/join", views.join, name="federation_join"),
    path("f/<slug:slug>/leave", views.leave, name="federation_leave"),
    path(ADMINISTRATION, administration.overview, name="federation_administration"),
    path(f"{ADMINISTRATION}/arms", administration.upload_arms, name="federation_upload_arms"),
    path(f"{ADMINISTRATION}/texts/<slug:language>", administration.texts, name="federation_texts"),
    path(f"{ADMINISTRATION}/members", administration.members, name="federation_admin_members"),
    path(f"{ADMINISTRATION}/members/invite", administration.invite, name="federation_invite"),
    path(f"{ADMINISTRATION}/members/<slug:decision>", administration.decide, name="federation_decide"),
    path(f"{ADMINISTRATION}/titles", administration.titles, name="federation_titles"),
    path(
        f"{ADMINISTRATION}/titles/<int:number>/remove", administration.remove_title, name="federation_untitle"
    ),
    path(f"{ADMINISTRATION}/account", administration.account, name="federation_account"),
    path(f"{ADMINISTRATION}/account.csv", administration.account_file, name="federation_account_file"),
    path("f/<slug:slug>/export.jsonl.gz", administration.export_whole, name="federation_export_whole"),
    path("f/<slug:slug>/export.json", administration.export_json, name="federation_export_json"),
    path("f/<slug:slug>/export.csv", administration.export_csv, name="federation_export_csv"),
]
