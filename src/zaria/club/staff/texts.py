"""The text of an act for the member concerned, in their language."""

from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from zaria.club.ledger.amounts import parse_amount, with_unit
from zaria.club.ratings.keys import rating_title
from zaria.club.site import i18n
from zaria.club.staff import queries, roles
from zaria.club.staff.models import Act, ActKind
from zaria.club.texts.kinds import RULES


def sentence(act: Act) -> str:
    """Return the sentence of an act; the page adds the reason as it was written."""
    before, after = act.details.get("before") or {}, act.details.get("after") or {}
    return _SENTENCES[Kind(act.kind)](act, before, after)


def _warned(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    rule = after.get("rule")
    if rule is None:  # warnings of earlier versions name no rule
        return _("You have received a warning.")
    return _("You have received a warning: rule %(number)s, %(rule)s.") % {
        "number": rule,
        "rule": RULES[rule],
    }


def _muted(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("You are muted %(end)s.") % {"end": queries.end(act.until)}


def _blocked(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your account is blocked %(end)s.") % {"end": queries.end(act.until)}


def _lifted(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    if "blocked_until" in before:
        return _("Your account is no longer blocked.")
    return _("You are no longer muted.")


def _voided(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your match %(match)s no longer counts.") % {"match": act.match}


def _restored(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your match %(match)s counts again.") % {"match": act.match}


def _corrected(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    if not after:
        return _("A correction of your rating was reverted (%(game)s).") % {
            "game": rating_title(before["game"])
        }
    rating = number_format(after["rating"], 2)
    return _("Your rating was set to %(rating)s (%(game)s).") % {
        "rating": rating,
        "game": rating_title(after["game"]),
    }


def _renamed(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your login is now %(login)s.") % {"login": after["login"]}


def _edited(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    if "bio" in before:
        return _("Your profile text was removed: “%(text)s”") % {"text": before["bio"]}
    return _("Your picture was removed.")


def _comment_removed(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your comment was removed: “%(text)s”") % {"text": before["text"]}


def _line_removed(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    phrase, rule = before["phrase"], after["rule"]
    return _("Your message was removed: “%(text)s” (rule %(number)s, %(rule)s)") % {
        "text": i18n.chat_words()[f"phrase_{phrase}"] if phrase else before["text"],
        "number": rule,
        "rule": RULES[rule],
    }


def _study_removed(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your study was removed: “%(title)s”") % {"title": before["title"]}


def _study_restored(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your study is shown again: “%(title)s”") % {"title": before["title"]}


def _appointed(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your role in this club: %(rank)s.") % {"rank": roles.TITLES[roles.Rank[after["rank"]]]}


def _granted(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("The staff has given you %(amount)s.") % {"amount": _amount(after)}


def _taken(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("The staff has taken %(amount)s from your account.") % {"amount": _amount(after)}


def _paid_out(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("%(amount)s were paid out to you (reference: %(reference)s).") % {
        "amount": _amount(after),
        "reference": after["reference"],
    }


def _declined(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your request to pay out %(amount)s was declined. The amount is available again.") % {
        "amount": _amount(after)
    }


def _closed(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your balance of %(amount)s was closed.") % {
        "amount": with_unit(parse_amount(before["balance"].lstrip("-")))
    }


def _returned(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    if after["amount"].startswith("-"):
        return _("%(amount)s were booked back from your account.") % {"amount": _amount(after)}
    return _("%(amount)s were booked back to your account.") % {"amount": _amount(after)}


def _refunded(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("Your payment was refunded: %(money)s.") % {"money": after["money"]}


def _entrusted(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("You administer the federation %(name)s now.") % {"name": after["name"]}


def _recalled(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("You no longer administer the federation %(name)s.") % {"name": before["name"]}


def _amount(after: dict[str, Any]) -> str:
    return with_unit(parse_amount(after["amount"].lstrip("-")))


def _other(act: Act, before: dict[str, Any], after: dict[str, Any]) -> str:
    return str(act.get_kind_display())


Kind = ActKind
_SENTENCES = {
    Kind.WARN: _warned,
    Kind.MUTE: _muted,
    Kind.BLOCK: _blocked,
    Kind.LIFT: _lifted,
    Kind.VOID: _voided,
    Kind.RESTORE: _restored,
    Kind.CORRECT: _corrected,
    Kind.RENAME: _renamed,
    Kind.EDIT: _edited,
    Kind.APPOINT: _appointed,
    Kind.GRANT: _granted,
    Kind.TAKE: _taken,
    Kind.PAYOUT: _paid_out,
    Kind.DECLINE: _declined,
    Kind.CLOSE: _closed,
    Kind.RETURN: _returned,
    Kind.REFUND: _refunded,
    Kind.ENTRUST: _entrusted,
    Kind.RECALL: _recalled,
    Kind.FOUND: _other,
    Kind.WIND_UP: _other,
    Kind.REOPEN: _other,
    Kind.MANAGE: _other,
    Kind.DELETE: _other,
    Kind.NAMES: _other,
    Kind.WORDS: _other,
    Kind.TEXT: _other,
    Kind.COMMENT: _comment_removed,
    Kind.LINE: _line_removed,
    Kind.STUDY: _study_removed,
    Kind.RESTUDY: _study_restored,
    Kind.DIRECT: _other,
}
