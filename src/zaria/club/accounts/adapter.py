"""The site's behaviour of allauth."""

import logging
import secrets
from collections.abc import Iterable
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base.provider import Provider
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from zaria.club.accounts import addresses, logins, mail, players
from zaria.club.accounts.flows import (
    email_addresses,
    lockout,
    reauthentication,
    registration,
    sign_in,
)
from zaria.club.accounts.flows import sessions as session_flow
from zaria.club.accounts.models import Member, RefusedName
from zaria.club.site import letters
from zaria.club.site.brand import state
from zaria.club.site.mail import FAILURES, sender
from zaria.live.sockets.connection_limits import is_local

log = logging.getLogger(__name__)

_LIMITED_MAILS = {
    "account/email/unknown_account": "mail_to_unknown",
    "account/email/account_already_exists": "mail_to_address",
    "account/email/email_confirmation": "mail_to_address",
    "account/email/email_confirmation_signup": "mail_to_address",
    "account/email/password_reset_key": "mail_to_address",
}
"""Mails that a stranger can cause, and the limit for an address: all others go to a member who signed in."""


class AccountAdapter(DefaultAccountAdapter):
    """Accounts: names, addresses of visitors, mails, who may sign in."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": gettext_lazy("Wrong login or password."),
        "email_password_mismatch": gettext_lazy("Wrong e-mail or password."),
        "username_taken": gettext_lazy("This login is taken."),
        "too_many_login_attempts": gettext_lazy("Too many attempts. Please wait five minutes."),
        "incorrect_password": gettext_lazy("This is not your password."),
        "enter_current_password": gettext_lazy("This is not your password."),
    }

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *args: Any, **more: Any
    ) -> None:
        """Add a message to the next page, unless that page says itself that a link was mailed."""
        page = request.resolver_match
        leads_to_waiting = page is not None and page.url_name in ("account_signup", "account_login")
        if message_template != "account/messages/email_confirmation_sent.txt" or not leads_to_waiting:
            super().add_message(request, level, message_template, *args, **more)

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002 - allauth passes it
        """A login that breaks no rule and is free; every broken rule is named."""
        broken = [
            ValidationError(_("The login must have %(what)s.") % {"what": rule}, code=f"login_{name}")
            for name, rule in logins.broken(username).items()
        ]
        if not broken and logins.holds(username, RefusedName.objects.values_list("word", "whole")):
            broken = [ValidationError(_("This login is not allowed."))]
        if not broken and not shallow and Member.objects.by_login(username).exists():
            broken = [ValidationError(_("This login is taken."))]
        if broken:
            raise ValidationError(broken)
        return username

    def clean_email(self, email: str) -> str:
        """An address that mail reaches."""
        addresses.validate_local_part(email)
        return email

    def save_user(
        self,
        request: HttpRequest,
        user: AbstractBaseUser,
        form: Any,
        commit: bool = True,  # noqa: FBT001, FBT002 - allauth passes it
    ) -> Member:
        """A new member, who keeps the games played as a guest."""
        assert isinstance(user, Member)
        registration.take_over(user, players.of(request))
        super().save_user(request, user, form, commit)
        return user

    def pre_login(self, request: HttpRequest, user: AbstractBaseUser, **more: Any) -> HttpResponse | None:
        """Refuse a blocked member, with the reason and the end of the block."""
        assert isinstance(user, Member)
        if sign_in.is_blocked(user):
            return sign_in.refuse_blocked(request, user)
        return super().pre_login(request, user, **more)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt by its spelling and by the account, or by the owner's browser: see `lockout`."""
        self._locked, self._tried = False, None
        account = lockout.account(credentials)
        key = lockout.own_key(request, account)
        if key:
            self._login_failed_rl_usage = lockout.count(request, "login_failed_own", key)
            if self._login_failed_rl_usage is None:
                raise self.validation_error("too_many_login_attempts")
            return
        super().pre_authenticate(request, **credentials)
        if account is not None:
            counted = self._login_failed_rl_usage
            usage = lockout.count(request, "login_failed_account", str(account.pk))
            self._locked, self._tried = usage is None, account
            if usage is not None and counted is not None:
                counted.usage.extend(usage.usage)

    def _rollback_login_failed_rl_usage(self) -> None:
        """A right password that was not looked at counts as a wrong one: nobody shall see the difference."""
        if not self._locked:
            super()._rollback_login_failed_rl_usage()

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Notify the owner when this attempt has locked the account."""
        account = self._tried
        if account is not None and lockout.is_locked(request, account):
            lockout.send_unlock_mail(request, account)

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Not asked of a member who has just given the password or the second factor."""
        return super().is_reauthentication_required(app=app, **more) and not reauthentication.is_fresh(
            context.request
        )

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """By e-mail only with a confirmed address: registering must not reveal known addresses."""
        user = super().authenticate(request, **credentials)
        if self._locked:
            return None
        if not isinstance(user, Member) or "email" not in credentials or email_addresses.has_confirmed(user):
            return user
        self.pre_authenticate(request, **credentials)  # it counts, as any wrong one does
        return None

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address whose attempts count together, as `live.sockets.connection_limits` found it.

        From this machine every request counts as somebody else's: it is the operator, or a proxy that
        that is not configured, and then it would shut out everybody.
        """
        address: str = super().get_client_ip(request)
        return (
            f"127.{'.'.join(str(1 + byte % 254) for byte in secrets.token_bytes(3))}"
            if is_local(address)
            else address
        )

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Cache key of the attempts on an account, whatever host and port the request names."""
        return str(credentials.get("email", credentials.get("username", ""))).strip().casefold()

    def is_safe_url(self, url: str) -> bool:
        """Only pages of this site are led on to, whatever other hosts it has."""
        request = context.request
        return url_has_allowed_host_and_scheme(url, {request.get_host()}, request.is_secure())

    def get_from_email(self) -> str:
        """The club by its name."""
        return sender()

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail, unless strangers have sent the address too many; log a failure and show it.

        A mail over the limit is dropped without a word: the answer must not depend on who has an account.
        """
        if registration.is_stand_in(email) or self._is_over_limit(template_prefix, email):
            return
        ours: dict[str, Any] = {
            key: mail.link(self.request, url) for key, url in context.items() if key.endswith("_url")
        }
        new_password = self.request.build_absolute_uri(reverse("account_reset_password"))
        ours["new_password_url"] = mail.link(self.request, new_password)
        ours["current_site"] = mail.site(self.request)
        ours["brand"] = state.current()
        try:
            super().send_mail(template_prefix, email, context | ours)
        except FAILURES:
            log.exception("mail: cannot send it")
            messages.error(self.request, _("The e-mail couldn't be sent. Please try again later."))

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        """Return a mail of two parts: its text, and the same as HTML."""
        message = super().render_mail(template_prefix, email, context, headers)
        if isinstance(message, EmailMultiAlternatives):
            links = letters.addresses(context)
            html = letters.html(str(message.subject), str(message.body), links)
            message.attach_alternative(html, "text/html")
        return message

    def _is_over_limit(self, template_prefix: str, email: str) -> bool:
        limit = _LIMITED_MAILS.get(template_prefix)
        key = f"{template_prefix} {email.lower()}"
        return limit is not None and lockout.count(self.request, limit, key) is None


class SocialAdapter(DefaultSocialAccountAdapter):
    """Sign-in by other sites."""

    def list_providers(self, request: HttpRequest) -> list[Provider]:
        """Return the sites by which one can sign in; a club without any asks the database for none."""
        return super().list_providers(request) if settings.SOCIALACCOUNT_PROVIDERS else []


class SessionsAdapter(DefaultUserSessionsAdapter):
    """The list of sessions."""

    def end_sessions(self, sessions: Iterable[UserSession]) -> None:
        """On sockets too."""
        for session in sessions:
            session_flow.end(session.user, [session.session_key])
