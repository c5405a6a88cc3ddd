"""The messages of conversations, which the browser fetches with the first of them."""

from zaria.web.messages.marks import _, _in

CHAT: dict[str, str] = {
    "phrase_hello": _("Hello!"),
    "phrase_good_luck": _("Good luck!"),
    "phrase_well_played": _("Well played!"),
    "phrase_thank_you": _("Thank you!"),
    "phrase_sorry": _("Sorry!"),
    "phrase_one_moment": _("One moment, please."),
    "phrase_rematch": _("Another match?"),
    "phrase_goodbye": _("Goodbye!"),
    "phrases": _("Quick replies"),
    "smileys": _("Smileys"),
    # Translators: the names of smileys, for screen readers
    "smiley_🙂": _("Smile"),
    "smiley_😄": _("Laughing"),
    "smiley_😉": _("Wink"),
    "smiley_😎": _("Cool"),
    "smiley_😮": _("Surprised"),
    "smiley_😢": _("Sad"),
    "smiley_😅": _("Phew"),
    "smiley_🤔": _("Thinking"),
    "smiley_👍": _("Thumbs up"),
    "smiley_👏": _("Applause"),
    "smiley_🤝": _("Handshake"),
    "smiley_🎲": _("Dice"),
    "lines": _("Conversation"),
    "none": _("No messages yet."),
    "older": _("Older messages"),
    "you": _("You"),
    "removed": _("This message was removed."),
    "types": _("{name} is typing…"),
    "write": _("Write a message"),
    "send": _("Send"),
    "guests": _("Guests can send quick replies and smileys. Members can write their own messages."),
    "pupils": _("Pupils can send only quick replies and smileys."),
    # Translators: a button: messages of this conversation are not shown any more
    "mute": _in("conversation", "Mute"),
    "unmute": _("Unmute"),
    "muted": _("You have muted this conversation."),
    "block": _("Block {name}"),
    "unblock": _("Unblock {name}"),
    "blocked": _("You have blocked {name}: neither of you can write to the other."),
    "unblocked": _("You have unblocked {name}."),
    # Translators: a link beside a message: it is reported to the staff
    "report": _("Report"),
    "report_line": _("Report this message of {name}"),
    # Translators: in the place of the field in which one writes; the staff has muted the member
    "silenced": _("You are muted until {time}."),
    "not_done": _("Something went wrong. Please try again."),
    # Translators: the conversation of the two players
    "table": _("Players"),
    # Translators: the conversation of those who watch
    "onlookers": _("Spectators"),
}
"""The words of conversations: `phrase_…` ready-made answers, `smiley_…` names of smileys."""

SMILEYS = tuple(key.removeprefix("smiley_") for key in CHAT if key.startswith("smiley_"))
"""The texts that guests may send, too: each a single smiley."""
