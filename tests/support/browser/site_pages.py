"""Every page of the site: at which addresses a newcomer, a member and the staff look at it.

Braces stand for what a test has made: see `tests.browser.test_every_page`.
"""

import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLResolver, get_resolver

from zaria.puzzles import shipped

PUZZLE = shipped.load("tabla").ids[0]

NEWCOMER = {
    "front": ("/",),
    "options": ("/new/backgammon", "/new/long-nardy", "/new/ugolki", "/new/chess"),
    "table": ("{table}", "{local}", "/t/tabla-match"),
    "replay": ("/t/tabla-match/replay?at=8", "/t/chess/replay"),
    "replay_frame": ("/t/tabla-match/embed",),
    "broadcast": ("/t/tabla-match/broadcast",),
    "open": ("/replay",),
    "position": ("/position/tabla", "/position/chess"),
    "position_frame": ("/position/tabla/embed",),
    "puzzles": ("/puzzles",),
    "puzzle": (f"/puzzles/{PUZZLE}",),
    "daily_puzzles": ("/puzzles/daily",),
    "puzzle_run": ("/puzzles/run",),
    "puzzle_frame": (f"/puzzles/{PUZZLE}/embed",),
    "presets": ("/presets",),
    "watch": ("/watch",),
    "matches": ("/matches", "/matches?game=chess"),
    "library": ("/library", "/library?game=tabla", "/library?game=chess"),
    "studies": ("/studies",),
    "library_pattern": ("/library/pattern", "/library/pattern?game=tabla&p6=P&p1=O"),
    "collections": ("/library/collections",),
    "further_tiles": ("/games/tiles",),
    "rules": ("/rules", "/rules?q=chess"),
    "rule_differences": ("/rules/differences", "/rules/differences?game=long-nardy"),
    "rules_of": ("/rules/common", "/rules/tabla", "/rules/three-games", "/rules/chess", "/rules/ratings"),
    "words": ("/words",),
    "learn": ("/learn",),
    "lesson": ("/learn/tabla", "/learn/indiyka", "/learn/chess"),
    "chapter": ("/learn/tabla/opening", "/learn/backgammon/doubling", "/learn/russian-draughts/shots"),
    "verify": ("/verify",),
    "contact": ("/contact",),
    "help": ("/help",),
    "offline": ("/offline",),
    "faq": ("/faq",),
    "manual": ("/manual",),
    "about": ("/about",),
    "terms": ("/terms",),
    "privacy": ("/privacy",),
    "conduct": ("/conduct",),
    "me": ("/me",),
    "support": ("/support",),
    "support_mail": ("{mail}",),
    "notification_unsubscribe": ("/notices/unsubscribe/{token}",),
    "shop": ("/shop",),
    "top_up": ("/top-up",),
    "ranking": ("/ranking",),
    "people": ("/people",),
    "group_join": ("/groups/join",),
    "progress": ("/me/progress",),
    "progress_drill": ("/me/progress/drill/tabla/contact/turn",),
    "public": ("/@{ann}",),
    "federations": ("/federations",),
    "federation": ("/f/{federation}",),
    "federation_members": ("/f/{federation}/members",),
    "federation_all_titles": ("/f/{federation}/titles",),
    "federation_ranking": ("/f/{federation}/ranking",),
    "tournaments": ("/tournaments",),
    "tournament": ("{tournament}",),
    "tournament_embed": ("{tournament}/embed",),
    "tournament_broadcast": ("{tournament}/broadcast?delay=5",),
    "account_login": ("/account/login/",),
    "account_signup": ("/account/signup/",),
    "account_reset_password": ("/account/password/reset/",),
    "account_reset_password_done": ("/account/password/reset/done/",),
    "account_reset_password_from_key": ("/account/password/reset/key/1-none/", "{reset}"),
    "account_reset_password_from_key_done": ("/account/password/reset/key/done/",),
    "account_email_verification_sent": ("/account/confirm-email/",),
    "account_confirm_email": ("/account/confirm-email/none/",),
    "account_inactive": ("/account/inactive/",),
    "socialaccount_login_cancelled": ("/account/3rdparty/login/cancelled/",),
    "socialaccount_login_error": ("/account/3rdparty/login/error/",),
    "mails": ("/dev/mail",),
    "styleguide": ("/styleguide",),
    "api_docs": ("/api/docs",),
    "admin:login": ("/staff/login/",),
    "404": ("/nowhere",),
}
MEMBER = {
    "commentary": ("/t/tabla-match/commentary", "/t/chess/commentary?delay=5"),
    "front": ("/",),
    "options": ("/new/backgammon", "/new/chess"),
    "table": ("{table}",),
    "table_offers": ("{table}/offers",),
    "replay": ("/t/tabla-match/replay",),
    "presets": ("/presets",),
    "waiting_tables": ("/me/waiting",),
    "scribe": ("/scribe",),
    "new_sheet": ("/scribe/new", "/scribe/new?game=chess"),
    "puzzles": ("/puzzles",),
    "studies": ("/studies", "/studies?list=shared"),
    "new_study": ("/studies/new",),
    "import_study": ("/studies/import",),
    "add_to_study": ("/studies/add?from=match:tabla-match", "/studies/add?from=lesson:chess"),
    "study": ("{study}",),
    "study_settings": ("{study}/settings",),
    "print_study": ("{study}/print",),
    "study_frame": ("{study}/embed",),
    "new_chapter": ("{study}/chapters",),
    "vacation": ("/me/vacation",),
    "treats": ("/treats",),
    "consent": ("/consent",),
    "support": ("/support",),
    "support_thread": ("{thread}",),
    "report": ("/report?about=player:{bob}",),
    "top_up": ("/top-up",),
    "payment": ("{payment}",),
    "payouts": ("/me/payouts",),
    "me": ("/me",),
    "player_limits": ("/me/limits",),
    "shop": ("/shop",),
    "good": ("/shop/board-mosaic",),
    "stats": ("/me/stats",),
    "stats_games": ("/me/stats/games",),
    "stats_ratings": ("/me/stats/ratings",),
    "stats_credits": ("/me/stats/credits",),
    "stats_credits_month": ("/me/stats/credits/2026-11",),
    "public": ("/@{bob}",),
    "account": ("/me/account",),
    "account_logout": ("/account/logout/",),
    "account_reauthenticate": ("/account/reauthenticate/",),
    "account_email": ("/account/email/",),
    "account_change_password": ("/account/password/change/",),
    "mfa_index": ("/account/2fa/",),
    "mfa_activate_totp": ("/account/2fa/totp/activate/",),
    "socialaccount_connections": ("/account/3rdparty/",),
    "usersessions_list": ("/account/sessions/",),
    "account_delete": ("/me/account/delete",),
    "tokens": ("/me/tokens",),
    "federation": ("/f/{federation}",),
    "federations": ("/federations",),
    "federation_administration": ("/f/{federation}/administration",),
    "federation_texts": ("/f/{federation}/administration/texts/bg",),
    "federation_admin_members": ("/f/{federation}/administration/members",),
    "federation_titles": ("/f/{federation}/administration/titles",),
    "federation_account": ("/f/{federation}/administration/account",),
    "people": ("/people",),
    "groups": ("/groups",),
    "group": ("{group}",),
    "group_settings": ("{group}/settings",),
    "group_cards": ("{group}/cards",),
    "group_pupil": ("{group}/pupils/{pupil}",),
    "collections": ("/library/collections",),
    "collection": ("{collection}",),
    "import": ("{import}",),
    "imported_replay": ("{imported}",),
    "messages": ("/messages",),
    "conversation": ("{conversation}",),
    "notifications": ("/notices",),
    "notification_switches": ("/notices/settings",),
    "notices": ("/me/notices",),
    "tournaments": ("/tournaments",),
    "own_tournaments": ("/tournaments/mine",),
    "new_tournament": ("/tournaments/new", "/tournaments/new?as=friday"),
    "tournament_series": ("/tournaments/series",),
    "tournament_director": ("{tournament}/director",),
    "tournament": ("{tournament}",),
    "enter_tournament": ("{tournament}/enter",),
    "403": ("/staff/",),
}
INVITED = {"tournament_place": ("{cup}/place",)}
ENTERED = {"withdraw_from_tournament": ("{cup}/withdraw",)}
SECOND_STEP = {
    "mfa_index": ("/account/2fa/",),
    "mfa_view_recovery_codes": ("/account/2fa/recovery-codes/",),
    "mfa_generate_recovery_codes": ("/account/2fa/recovery-codes/generate/",),
    "mfa_deactivate_totp": ("/account/2fa/totp/deactivate/",),
    "mfa_reauthenticate": ("/account/2fa/reauthenticate/",),
}
"""Of a member who signs in with the code of an app, too."""
SIGNING_IN = {"mfa_authenticate": ("/account/2fa/authenticate/",)}
STAFF = {
    "admin:index": ("/staff/",),
    "admin:pairs": ("/staff/pairs/",),
    "admin:flows": ("/staff/flows",),
    "admin:fair_play": ("/staff/fair-play",),
    "admin:reports": ("/staff/reports",),
    "admin:report": ("/staff/reports/about?about=player:{bob}",),
    "admin:request": ("/staff/reports/request/{request}",),
    "admin:club": ("/staff/club/",),
    "admin:storage": ("/staff/storage",),
    "admin:texts": ("/staff/texts/",),
    "admin:text": ("/staff/texts/about/",),
    "admin:line": ("/staff/lines/{line}/",),
    "payment_refund": ("/staff/payments/{paid}/refund",),
    "change_tournament_series": ("{series}",),
}
EXCUSED = {
    "answers a form that is sent, and shows no page of its own": {
        "new", "waiting_close", "save_preset", "rename_preset", "delete_preset", "favourites", "note",
        "comment_write", "comment_remove", "consent_later", "language", "payment_webhook", "keep", "look",
        "limit_withdraw", "stakes_pause", "stakes_exclusion", "stakes_consent", "play_time_reminder",
        "play_time_reminder_read", "gift", "session_end", "confirmation_again", "signup_change",
        "payout_withdraw",
        "token_delete", "robot", "federation_upload_arms", "federation_join", "federation_leave",
        "federation_invite", "federation_decide", "federation_untitle", "relation", "conversation_block",
        "conversation_begin", "conversation_mute", "notifications_read", "notice_read", "level_offer",
        "waiting_order", "check_in_to_tournament", "ready_for_tournament", "call-back", "missed-call",
        "lesson_solved", "chapter_solved",
        "open_shared", "vacation_end", "vacation_switch", "push_device", "push_device_end",
        "push_device_remove", "progress_switches",
        "feature_table", "commentary_arrows", "sheet_arrows",
        "study_people", "delete_study", "change_study", "edit_chapter",
        "import_files", "import_stop", "collection_change", "collection_delete", "collection_matches",
        "lead_study",
        "sheet_step", "finish_sheet", "delete_sheet",
        "sheet_note", "sheet_links", "linked_sheet_step", "sheet_clock_act", "linked_clock_act",
        "group_delete", "group_leave", "group_code", "group_pupils", "group_card", "group_remove",
        "puzzle_answer", "puzzle_run_answer", "puzzle_frame_answer", "puzzle_acts", "puzzle_settings",
    },
    "is data, a file or a picture": {
        "account_data",
        "table_words", "game_positions", "table_ratings", "table_tournament",
        "table_milestone", "next_path",
        "hint", "review", "record", "imported_record", "imported_analysis", "imported_analysis_result",
        "imported_attempt", "final_board", "match_picture",
        "position_picture", "opinion", "attempt", "analysis_state", "analysis_result", "face", "stats_file",
        "stats_credits_file", "progress_file", "member_picture", "account_free", "account_common_passwords",
        "openapi", "protocol", "federation_arms", "federation_account_file", "federation_export_json",
        "federation_export_whole",
        "federation_export_csv", "club_logo", "conversation_words", "conversation_lines", "tournament_json",
        "tournament_csv", "tournament_trf", "tournaments_calendar", "tournament_calendar",
        "tournament_qr_code", "overlay_moment", "tournament_overlay_table",
        "federation_calendar",
        "mail_as_html", "push_key",
        "puzzle_picture", "study_oembed", "study_picture", "study_chapter_picture", "study_line",
        "study_entry", "study_file",
        "sheet_state", "sheet_file", "linked_sheet_state", "sheet_clock_state", "linked_clock_state",
        "sheet_overlay_moment",
        "group_pupil_data",
        "mfa_download_recovery_codes", "admin:autocomplete", "admin:jsi18n", "admin:staff_act_file",
    },
    "is a part of a page that is looked at whole": {
        "app_part", "waiting", "tournament_live", "tournament_own", "result_grades",
    },
    "needs a table by the day, and is looked at there": {"agreement", "agreed_line", "result_offer"},
    "needs a score sheet, and is looked at there": {
        "sheet", "sheet_broadcast", "sheet_commentary", "linked_sheet", "sheet_clock", "linked_clock",
        "sheet_dice", "linked_dice",
    },
    "is a transparent layer of one size": {"overlay", "tournament_overlay", "sheet_overlay"},
    "needs a tournament that is being played": {"decide_tournament_match", "tournament_pairs"},
    "has the template of notification_unsubscribe": {"waiting_letter_unsubscribe"},
    "has the template of study": {"study_chapter", "study_chapter_frame"},
    "has the template of import_study": {"import_chapters"},
    "leads to another page": {
        "tournament_commentary", "next_puzzle", "next_repeat", "daily_puzzle",
        "account_known", "next_table", "admin:logout", "admin:password_change", "admin:password_change_done",
        "admin:view_on_site", "admin:app_list",
    },
    "is not offered to members of this club": {
        "account_set_password", "account_confirm_login_code", "socialaccount_signup", "mfa_list_webauthn",
        "mfa_add_webauthn", "mfa_reauthenticate_webauthn", "mfa_remove_webauthn", "mfa_edit_webauthn",
        "mfa_login_webauthn",
    },
}  # fmt: skip
"""Names of addresses at which nobody looks, by the reason."""
UNWRITTEN = re.compile(r"admin:\w+_(add|delete|history)")
"""Pages of Django's admin that are closed here: only the acts of the staff write."""
OF_TABLES = re.compile(r"admin:\w+_(changelist|change|do)")
"""Pages of the tables of the staff: the lists are looked at all, of the others those of a member."""


def swept() -> set[str]:
    """The names of the addresses at which somebody looks."""
    return set().union(NEWCOMER, MEMBER, INVITED, ENTERED, SECOND_STEP, SIGNING_IN, STAFF)


def names() -> set[str]:
    """Those of the site's addresses, the API apart."""
    return {name for name in _names(get_resolver()) if not name.startswith("api:")}


def _names(resolver: Any, space: str = "") -> Iterator[str]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern, f"{pattern.namespace}:" if pattern.namespace else space)
        elif pattern.name:
            yield space + pattern.name
