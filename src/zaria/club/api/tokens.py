"""The page of one's tokens, and of becoming a program."""

from typing import Any

from allauth.account.decorators import reauthentication_required
from asgiref.sync import async_to_sync
from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from zaria.club.accounts.models import LOGIN_LENGTHS, Member, Token
from zaria.club.accounts.requests import signed_in_member
from zaria.club.api import actions
from zaria.club.site.asgi import live_of
from zaria.club.site.http import submissions

SCOPES = {
    f"{Token.READ} {Token.PLAY}": gettext_lazy("read and play"),
    Token.READ: gettext_lazy("read only"),
}


class TokenForm(forms.Form):
    """The form of a new token: its name and scopes."""

    name = forms.CharField(
        label=gettext_lazy("Purpose"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off", "maxlength": 40}),
    )
    scopes = forms.ChoiceField(
        label=gettext_lazy("Permissions"),
        choices=SCOPES.items,
        required=False,
        widget=forms.RadioSelect,
    )

    def clean_scopes(self) -> str:
        """A form that says nothing about them, as the one of before, asks for all."""
        return self.cleaned_data["scopes"] or next(iter(SCOPES))


class RobotForm(forms.Form):
    """Members who become a program type their login, so that nobody does it by accident."""

    login = forms.CharField(
        label=gettext_lazy("Your login"),
        max_length=LOGIN_LENGTHS[1],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, member: Member, data: Any = None) -> None:
        super().__init__(data)
        self.member = member

    def clean_login(self) -> str:
        """It must be the member's own login."""
        login: str = self.cleaned_data["login"]
        if login.lower() != self.member.username.lower():
            raise forms.ValidationError(_("This is not your login."))
        return login


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required
def page(request: HttpRequest) -> HttpResponse:
    """One's tokens; posted to, one more, whose secret is shown this once."""
    member, secret = signed_in_member(request), ""
    scopes = {"scopes": next(iter(SCOPES)) if member.robot else Token.READ}
    form = TokenForm(request.POST if request.method == "POST" else None, initial=scopes)
    if form.is_valid():
        try:
            secret = actions.make_token(member, form.cleaned_data["name"], form.cleaned_data["scopes"])
            submissions.record_destination(reverse("tokens"))
            form = TokenForm(initial=scopes)
        except actions.TooManyTokensError:
            form.add_error(
                "name", _("You have the maximum number of tokens. Delete one that you no longer use.")
            )
    return _page(request, member, form, secret=secret)


@require_POST
@login_required
def delete(request: HttpRequest, number: int) -> HttpResponse:
    """Take one of one's own tokens back."""
    if actions.delete_token(signed_in_member(request), number):
        messages.success(request, _("Token deleted. It no longer works."))
    return HttpResponseRedirect(reverse("tokens"))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
@reauthentication_required
def robot(request: HttpRequest) -> HttpResponse:
    """Turn one's account into that of a program, for ever."""
    member = signed_in_member(request)
    form = RobotForm(member, request.POST if request.method == "POST" else None)
    may = not member.robot and _has_no_rated_match(request, member)
    if may and form.is_valid():
        actions.become_robot(member)
        logout(request)
        messages.success(request, _("This is now a bot account. Sign in again."))
        return HttpResponseRedirect(reverse("account_login"))
    status = 422 if request.method == "POST" else 200
    return render(request, "zaria/robot.html", {"here": "me", "form": form, "may": may}, status=status)


def _page(request: HttpRequest, member: Member, form: TokenForm, secret: str) -> HttpResponse:
    context = {
        "here": "me",
        "form": form,
        "tokens": Token.objects.filter(owner=member).order_by("-made_at"),
        "secret": secret,
        "robot": member.robot,
    }
    return render(request, "zaria/tokens.html", context, status=422 if form.errors else 200)


def _has_no_rated_match(request: HttpRequest, member: Member) -> bool:
    """Neither one that is over, nor one that goes on."""

    async def sits() -> bool:
        return any(card.rated for card in live_of(request).lobby.lists.own_matches(member.player))

    return not actions.was_rated(member) and not async_to_sync(sits)()
