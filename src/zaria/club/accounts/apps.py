"""Members, as Django knows them."""

from django.apps import AppConfig


class MembersConfig(AppConfig):
    """Hears who signs in and out."""

    name = "zaria.club.accounts"
    label = "members"  # tables, migrations and permissions carry this name

    def ready(self) -> None:
        """Connect the signals, and let sign-in, too, use the index of logins."""
        from zaria.club.accounts import receivers  # noqa: F401
        from zaria.club.accounts.login_key import IndexedLogin
        from zaria.club.accounts.models import Member

        Member._meta.get_field("username").register_lookup(IndexedLogin, "iexact")
