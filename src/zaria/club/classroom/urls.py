"""The addresses of groups."""

from django.urls import path

from zaria.club.classroom import homework_views, pupil_views, simul_views, views

urlpatterns = [
    path("groups", views.groups_page, name="groups"),
    path("groups/join", views.join_page, name="group_join"),
    path("groups/<slug:group_id>", views.group_page, name="group"),
    path("groups/<slug:group_id>/settings", views.settings_page, name="group_settings"),
    path("groups/<slug:group_id>/delete", views.delete, name="group_delete"),
    path("groups/<slug:group_id>/leave", views.leave, name="group_leave"),
    path("groups/<slug:group_id>/code", views.join_code, name="group_code"),
    path("groups/<slug:group_id>/homework", homework_views.give, name="group_homework"),
    path("groups/<slug:group_id>/homework.csv", homework_views.homework_file, name="group_homework_file"),
    path(
        "groups/<slug:group_id>/homework/<int:number>/delete", homework_views.delete, name="homework_delete"
    ),
    path("groups/<slug:group_id>/simuls", simul_views.create, name="group_simuls"),
    path("groups/<slug:group_id>/simuls/<int:number>", simul_views.simul_page, name="simul"),
    path("groups/<slug:group_id>/simuls/<int:number>/accept", simul_views.accept, name="simul_accept"),
    path("groups/<slug:group_id>/simuls/<int:number>/begin", simul_views.begin, name="simul_begin"),
    path("groups/<slug:group_id>/simuls/<int:number>/delete", simul_views.delete, name="simul_delete"),
    path("groups/<slug:group_id>/pupils", pupil_views.add_pupils, name="group_pupils"),
    path("groups/<slug:group_id>/cards", pupil_views.cards_page, name="group_cards"),
    path("groups/<slug:group_id>/pupils/<int:number>", pupil_views.pupil_page, name="group_pupil"),
    path("groups/<slug:group_id>/pupils/<int:number>/card", pupil_views.renew_card, name="group_card"),
    path("groups/<slug:group_id>/pupils/<int:number>/data", pupil_views.data_file, name="group_pupil_data"),
    path("groups/<slug:group_id>/pupils/<int:number>/remove", pupil_views.remove, name="group_remove"),
]
