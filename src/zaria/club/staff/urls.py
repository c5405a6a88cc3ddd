"""The addresses of the staff, and of what it tells members."""

from django.urls import path
from django.views.generic import RedirectView

from zaria.club.staff import audit_log, matches, members, views
from zaria.club.staff.site import site

__all__ = ["audit_log", "matches", "members", "urlpatterns"]

urlpatterns = [
    path("me/notices", views.notices, name="notices"),
    path("me/notices/<int:number>/read", views.read, name="notice_read"),
    path("staff", RedirectView.as_view(url="/staff/")),
    path("staff/", site.urls),
]
