"""The addresses of requests and reports."""

from django.urls import path

from zaria.club.support import views

urlpatterns = [
    path("support", views.support, name="support"),
    path("support/<int:number>", views.thread, name="support_thread"),
    path("support/mail/<str:token>", views.mail_thread, name="support_mail"),
    path("report", views.report, name="report"),
]
