"""Refusals outside of the rules of a match: codes and English sentences."""


def _(text: str) -> str:
    """Mark a sentence for translation without translating it here."""
    return text


SENTENCES: dict[str, str] = {
    "account_deleted": _("This account has been deleted."),
    "awaited": _("We already found you an opponent. Your table is waiting."),
    "bad_message": _("The server didn't understand that."),
    "blocked": _("You can't write to each other: one of you has blocked the other."),
    "called_already": _("You have already invited this player."),
    "forbidden_word": _("This text contains a word that is forbidden here. Please write it differently."),
    "consent_needed": _("The club's rules and terms have changed. Please accept them before you write."),
    "foreign_link": _("Only links to this club are allowed."),
    "members_only": _("During a rated match only members can read this chat."),
    "muted": _("You are muted."),
    "muted_until": _("You are muted until %(end)s (UTC)."),
    "no_identity": _("Only players can do that. Reload the page."),
    "no_invitations": _("This player doesn't accept invitations from you."),
    "not_allowed": _("You can't read or write here."),
    "not_here": _("This player is no longer online."),
    "not_stored": _("Something went wrong on the server. Try again."),
    "one_table": _("You already have an open table."),
    "tables_by_day": _("You already have five open tables by the day."),
    "pupil_phrases_only": _("Pupils can send only quick replies and smileys."),
    "phrases_only": _("Guests can send only quick replies and smileys. Sign in to write your own messages."),
    "read_only": _("This token can only read. Create one that can play."),
    "repeated": _("You have just written that."),
    "robots_only": _("A token can play only for a bot account. People play in the browser."),
    "server_error": _("Something went wrong on the server. Try again."),
    "too_fast": _("You write too fast. Please wait a moment."),
    "too_long": _("This text is too long."),
    "too_many": _("Too many requests. Please slow down."),
    "too_short": _("Write something first."),
    "unavailable": _("Your message couldn't be stored. Try again."),
    "unknown_conversation": _("There is no such conversation."),
    "unknown_match": _("There is no such match."),
    "unknown_tournament": _("There is no such tournament."),
    "yourself": _("You can't invite yourself."),
}
