"""The addresses of accounts, beyond allauth's own."""

from django.urls import include, path

from zaria.club.accounts import passwords, views

urlpatterns = [
    path("me/account", views.account, name="account"),
    path("me/account/sessions/<int:number>/end", views.end_session, name="session_end"),
    path("account/free", views.free, name="account_free"),
    path("account/common-passwords", passwords.common_passwords, name="account_common_passwords"),
    path("account/confirm-email/again", views.send_again, name="confirmation_again"),
    path("account/signup/change", views.change_address, name="signup_change"),
    path("account/known/<str:token>", views.known, name="account_known"),
    path("account/", include("allauth.urls")),
    path("dev/mail", views.mails, name="mails"),
    path("dev/mail/<int:number>", views.mail_as_html, name="mail_as_html"),
]
