"""The messages of the lobby."""

from zaria.web.messages.table import _, _in, _n

LOBBY: dict[str, str] = {
    "list_open": _("Open tables"),
    "list_playing": _("Now playing"),
    "list_people": _("People"),
    "none_open": _("No open tables. Search for an opponent, or open a table."),
    "somebody": _("A player"),
    "is_searching": _("looking for an opponent"),
    "searches": _("{name} is looking for an opponent"),
    "tables_open": _("Open tables: {n}"),
    "tables_playing": _("Now playing: {n}"),
    "none_playing": _("No public games right now."),
    "none_people": _("Nobody else is online right now."),
    "every_game": _("All games"),
    "every_speed": _("Any speed"),
    "any_stakes": _("Any stakes"),
    "stakes_with": _("With stakes"),
    "stakes_without": _("No stakes"),
    "tempo": _("Speed"),
    "speed_fast": _("Fast"),
    "speed_normal": _("Normal"),
    "speed_slow": _("Slow"),
    "speed_unlimited": _("No clock"),
    "own_rules": _("custom rules"),
    "play_rated": _("Rated"),
    "robot": _("Played by a bot"),
    "level1": _("Beginner"),
    "level2": _("Easy"),
    "level3": _("Club player"),
    "level4": _("Expert"),
    "level5": _("Master"),
    "info": _("Terms"),
    "watch": _("Watch"),
    "invite": _("Invite"),
    "go_back": _("Resume"),
    "minutes_ago": _("{n} min"),
    "since": _("since {time}"),
    "is_playing": _("playing"),
    "earlier": _in("page", "Previous"),
    "further": _in("page", "Next"),
    "page_of": _("Page {n} of {all}"),
    "find_opponent": _("Find an opponent"),
    "search_now": _n("{n} player searching", "{n} players searching"),
    "nobody_searches": _("Nobody is searching right now."),
    "others_search": _n("{n} other player searching", "{n} other players searching"),
    "paused": _("Play is paused for a moment. Nothing is lost, and the clocks are stopped."),
}
"""The words of the lobby, beside those of `SHARED`."""

SHARED = (
    "cancel", "clock_all", "clock_bank", "clock_delay", "clock_increment", "clock_reserve",
    "computer_meanwhile", "cube", "game", "line_lost", "members_only", "minutes", "no_clock", "no_show",
    "nobody", "play", "rated", "rating", "searching", "seconds", "sign_in", "stake", "to_points", "you",
)  # fmt: skip
"""Words of `WORDS` that the lobby uses too."""
