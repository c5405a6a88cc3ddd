"""The addresses of the shop."""

from django.urls import path

from zaria.club.shop import views

urlpatterns = [
    path("shop", views.shop, name="shop"),
    path("shop/gift", views.take_gift, name="gift"),
    path("shop/<slug:code>", views.good, name="good"),
]
