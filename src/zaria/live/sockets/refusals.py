"""Refusals outside of the rules of a match: codes and English sentences."""


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


SENTENCES: dict[str, str] = {
    "awaited": _("An opponent was found for you already: your table waits."),
    "bad_message": _("The server did not understand that."),
    "called_already": _("You have invited this player already."),
    "no_identity": _("Only players may do that: reload the page."),
    "no_invitations": _("This player takes no invitations from you."),
    "not_here": _("This player is not here any more."),
    "not_stored": _("Something went wrong on the server. Try again."),
    "one_table": _("You have an open table already."),
    "read_only": _("This token may only read: make one that may play."),
    "robots_only": _("A token plays only for a robot account; people play in the browser."),
    "server_error": _("Something went wrong on the server. Try again."),
    "too_many": _("Too much at once."),
    "unknown_match": _("There is no such match."),
    "yourself": _("You cannot invite yourself."),
}
