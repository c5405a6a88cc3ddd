"""The addresses of a demo: those of the site, and the personas of the band."""

from django.urls import path

from zaria.club import urls as site
from zaria.club.demo import personas

urlpatterns = [path("demo/persona", personas.become, name="demo_persona"), *site.urlpatterns]

handler400, handler404 = site.handler400, site.handler404
handler429, handler500 = site.handler429, site.handler500
