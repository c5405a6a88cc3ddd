"""Members, as Django knows them."""

from django.apps import AppConfig


class MembersConfig(AppConfig):
    """Members and guests."""

    name = "zaria.club.accounts"
    label = "members"  # tables, migrations and permissions carry this name

    def ready(self) -> None:
        """Let sign-in, too, use the index of logins."""
        from zaria.club.accounts.login_key import IndexedLogin
        from zaria.club.accounts.models import Member

        Member._meta.get_field("username").register_lookup(IndexedLogin, "iexact")
