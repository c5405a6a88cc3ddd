"""Refusals outside of the rules of a match: codes and English sentences."""


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


SENTENCES: dict[str, str] = {
    "awaited": _("We already found you an opponent. Your table is waiting."),
    "bad_message": _("The server did not understand that."),
    "called_already": _("You have already invited this player."),
    "no_identity": _("Only players can do that. Reload the page."),
    "no_invitations": _("This player does not accept invitations from you."),
    "not_here": _("This player is no longer online."),
    "not_stored": _("Something went wrong on the server. Try again."),
    "one_table": _("You already have an open table."),
    "read_only": _("This token can only read. Create one that can play."),
    "robots_only": _("A token can play only for a bot account. People play in the browser."),
    "server_error": _("Something went wrong on the server. Try again."),
    "too_many": _("Too many requests. Please slow down."),
    "unknown_match": _("There is no such match."),
    "yourself": _("You can't invite yourself."),
}
