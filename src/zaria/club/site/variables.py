"""The environment variables of Zaria, each described once.

The club reads them only through this module, so each has a description.
`docs/reference/configuration.md` has the same table, with links.
"""

import os
import re
from typing import NamedTuple


class Variable(NamedTuple):
    """A variable: its name (`…` stands for a provider), its meaning, and the default, in Markdown."""

    name: str
    meaning: str
    default: str


VARIABLES = (
    Variable(
        "ZARIA_DATA",
        "data directory: the databases of one process, both keys, collected static files",
        "`./var`",
    ),
    Variable(
        "ZARIA_DATABASE_URL",
        "`postgresql://user:password@host/name`: store everything there",
        "SQLite in the data directory",
    ),
    Variable(
        "ZARIA_DATABASE_CONNECTIONS",
        "most connections to PostgreSQL of the pages and tasks of one process; from 5 (connections)",
        "20",
    ),
    Variable(
        "ZARIA_DATABASE_SECONDS",
        "most seconds for one statement of a page in PostgreSQL, and between two of a transaction; from 1",
        "10",
    ),
    Variable(
        "ZARIA_REDIS_URL",
        "`redis://:password@host:6379/0`: needed for several processes",
        "one process",
    ),
    Variable("ZARIA_ROLE", "`all`, or some of `web,host,bots`; same as `--role`", "`all`"),
    Variable(
        "ZARIA_NODE",
        "name of this process, of `a` to `z`, digits and `-`, if a proxy leads sockets at `/ws/NAME` to it;"
        " needs the roles `web,host` (sockets at the owner)",
        "none",
    ),
    Variable("PORT", "same as `--port`", "8000 with pages, otherwise none"),
    Variable(
        "ZARIA_SECRET_KEY",
        "signs cookies; must be the same in all processes",
        "generated in the data directory",
    ),
    Variable(
        "ZARIA_PUSH_KEY",
        "signs knocks (notices), 32 bytes in base64url; must be the same in all processes",
        "generated in the data directory; none with `ZARIA_SECRET_KEY`",
    ),
    Variable(
        "ZARIA_PUSH_HOSTS",
        "hosts of further services to which browsers may have knocks sent, `push.example`, with their"
        " subdomains, or `push.example:8443`",
        "Google's, Mozilla's, Apple's, Microsoft's",
    ),
    Variable("ZARIA_HOSTS", "host names of the site, separated by commas", "this machine only"),
    Variable(
        "ZARIA_ORIGINS",
        "origins of its pages behind a proxy, `https://club.example`; makes cookies secure; notices by e-mail"
        " link to the first",
        "the request's host",
    ),
    Variable("ZARIA_PROXIES", "addresses and networks whose `X-Forwarded-For` is trusted", "none"),
    Variable(
        "ZARIA_SOCKETS_PER_ADDRESS",
        "sockets per address; connections are limited to four times as many; 0: no limit",
        "64",
    ),
    Variable(
        "ZARIA_ENGINES",
        "engine processes, at most one per core; 0: threads of the server (engines)",
        "2",
    ),
    Variable(
        "ZARIA_TABLES_A_MINUTE",
        "tables that one guest, or one address, may open in a minute; 0: no limit",
        "30",
    ),
    Variable(
        "ZARIA_API_A_MINUTE",
        "API requests a minute by the owner of a token, or by one address; 0: no limit",
        "300",
    ),
    Variable(
        "ZARIA_LINES_A_MINUTE",
        "lines that one player may write in a minute, a quarter of them in ten seconds; 0: no limit",
        "20",
    ),
    Variable(
        "ZARIA_ANALYSES_A_MINUTE",
        "analyses that one visitor, or one address, may request in a minute; 0: no limit",
        "6",
    ),
    Variable(
        "ZARIA_FAIR_PLAY_MINUTES",
        "minutes a day of one core for deep analyses of rated matches (fair play); 0: only those requested",
        "0",
    ),
    Variable(
        "ZARIA_PROGRESS_MINUTES",
        "minutes a day of one core for quick analyses of the matches of members who wish so (progress);"
        " 0: only those requested",
        "30",
    ),
    Variable(
        "ZARIA_COMPRESS_DAYS",
        "days after which the events of a finished match are stored as one compressed row (the journal);"
        " 0: never",
        "30",
    ),
    Variable("ZARIA_RATED_A_DAY", "rated matches of the same two members in a day; 0: no limit", "5"),
    Variable(
        "ZARIA_RATED_TURNS",
        "minimum of turns by each side, for all games (`6`) or for some (`chess=10, tabla=6`)",
        "defined by each game",
    ),
    Variable("ZARIA_EARLY_GAIN", "most rating points that the winner of an early match gains", "1"),
    Variable("ZARIA_RATED_CUBE", "highest cube value that counts in the winnings of a single game", "2"),
    Variable(
        "ZARIA_ADDRESS_DAYS",
        "days for which shared addresses at rated tables are stored (staff); 0: not at all",
        "90",
    ),
    Variable(
        "ZARIA_STAKES",
        (
            "`off`: no stakes; `credits`; or the ISO code of a currency (`EUR`) in which the club is "
            "licensed to take money"
        ),
        "`credits`",
    ),
    Variable("ZARIA_WELCOME_CREDITS", "credits of each new member", "1000.00; 0.00 with a currency"),
    Variable(
        "ZARIA_GIFT",
        "credits that a member may take again and again; 0: none",
        "100.00; 0.00 with a currency",
    ),
    Variable("ZARIA_GIFT_HOURS", "hours between two gifts", "24"),
    Variable(
        "ZARIA_NEWCOMER_STAKES",
        "most that a new member stakes in 24 hours of welcome credits and gifts (credits); `off`: any amount",
        "100.00",
    ),
    Variable(
        "ZARIA_PAYOUTS",
        "`on`: members may ask the staff to be paid out (pay-outs); `off`",
        "`off`; `on` with a currency",
    ),
    Variable("ZARIA_PAYOUT_LEAST", "lowest amount that a member may ask for", "10.00"),
    Variable("ZARIA_STAKE_FEE", "percentage of both stakes that the winner of a staked match pays", "5"),
    Variable(
        "ZARIA_STAKE_FEE_FIVESTARS",
        "percentage of the winnings that the winner of a staked 5Stars game pays",
        "10",
    ),
    Variable(
        "ZARIA_TOURNAMENT_FEE", "percentage of the entry fees of a tournament that goes to the club", "5"
    ),
    Variable(
        "ZARIA_STAKES_AGE",
        "members declare that they are at least so old before they play for stakes or top up (limits)",
        "no declaration",
    ),
    Variable(
        "ZARIA_STAKES_TERMS",
        (
            "version or `https` address of the terms that members accept before they play for stakes or "
            "top up (limits)"
        ),
        "no terms",
    ),
    Variable(
        "ZARIA_PAYMENTS",
        "`stripe`: members top up by payments through Stripe",
        "the staff grants credits",
    ),
    Variable(
        "ZARIA_STRIPE_SECRET",
        "secret key of the Stripe account, `sk_live_…`",
        "required with `ZARIA_PAYMENTS`",
    ),
    Variable(
        "ZARIA_STRIPE_WEBHOOK_SECRET",
        "signing secret of the webhook endpoint `/top-up/webhook/stripe`, `whsec_…`",
        "required with `ZARIA_PAYMENTS`",
    ),
    Variable("ZARIA_STRIPE_API", "another address of Stripe's API, for tests", "`https://api.stripe.com`"),
    Variable(
        "ZARIA_CREDIT_PRICE",
        "price of credits, `1.00 EUR per 100 credits`; a club with a currency has none",
        "required with `ZARIA_PAYMENTS` and credits",
    ),
    Variable("ZARIA_TOP_UP", "lowest and highest payment", "`5.00-500.00`"),
    Variable(
        "ZARIA_SMTP_URL",
        ("`smtp://user:password@host:port?tls=starttls` (`ssl`, `no`): the server that sends mails"),
        "mails are printed and shown at `/dev/mail`",
    ),
    Variable(
        "ZARIA_MAIL_FROM",
        "sender of mails, `Zaria <club@club.example>`; required with `ZARIA_SMTP_URL`",
        "`zaria@localhost`",
    ),
    Variable(
        "ZARIA_CLUB_NAME",
        "name of the club, up to 40 characters; like those below, the owner can change it on a page (staff)",
        "`Zaria`",
    ),
    Variable(
        "ZARIA_CLUB_SHORT_NAME",
        "its name at the top of pages and under an icon, up to 12 characters",
        "`ZARIA_CLUB_NAME`; required if that is longer",
    ),
    Variable("ZARIA_CLUB_LOGO", "path of its logo, an SVG, PNG or WebP", "Zaria's"),
    Variable(
        "ZARIA_CLUB_COLOURS",
        "its colour on light and on dark pages, `#1f5a4b,#74b9a2`; each with a contrast of 4.5",
        "`#80500f,#e0b266`",
    ),
    Variable(
        "ZARIA_CLUB_LANGUAGE",
        "language of visitors whose browser asks for none of the site's: `bg`, `el`, `en`, `ro`, `ru`, `tr`",
        "`en`",
    ),
    Variable(
        "ZARIA_CLUB_GAMES",
        "up to six games that come first, `long-nardy,chess`; the first is offered to a new visitor",
        "tabla first",
    ),
    Variable(
        "ZARIA_GAMES",
        "games that pages offer, `tabla,long-nardy`; all others can be read, replayed, and played by link",
        "all",
    ),
    Variable(
        "ZARIA_CLUB_GREETING",
        "greeting on the front page, up to 200 characters, in languages without one by the owner",
        "none",
    ),
    Variable("ZARIA_OWNER", "the operator of the club, as its terms of use name them", "no name"),
    Variable("ZARIA_CONTACT", "an e-mail or https address for `/contact`", "no address"),
    Variable(
        "ZARIA_DEV_MAIL",
        "`1`: without a mail server, show `/dev/mail` to everybody",
        "this machine only",
    ),
    Variable(
        "ZARIA_LOGIN_LENGTH",
        "shortest and longest new login, from 3 to 20 characters; existing logins stay",
        "`5-10`",
    ),
    Variable(
        "ZARIA_STAFF_SECOND_STEP",
        "`required`: staff must sign in with a second step",
        "a password is enough",
    ),
    Variable("ZARIA_SOCIAL", "other providers for sign-in: `facebook,google`, …", "none"),
    Variable(
        "ZARIA_SOCIAL_…_ID",
        "id and secret of each of these providers, `ZARIA_SOCIAL_GOOGLE_ID`",
        "required with `ZARIA_SOCIAL`",
    ),
    Variable(
        "ZARIA_SOCIAL_…_SECRET",
        "id and secret of each of these providers, `ZARIA_SOCIAL_GOOGLE_ID`",
        "required with `ZARIA_SOCIAL`",
    ),
    Variable(
        "ZARIA_METRICS_TOKEN",
        "opens `/metrics` from anywhere to requests with `Authorization: Bearer …`",
        "no token",
    ),
    Variable(
        "ZARIA_OPS",
        (
            "`127.0.0.1:9100` or `unix:/run/zaria/ops.sock`; same as `--ops`: a separate address for "
            "`/metrics` and `/dev/mail`"
        ),
        "the port of the pages",
    ),
    Variable(
        "ZARIA_STOCKFISH",
        "path of the program that plays chess; `off`: Zaria's own search",
        "the `stockfish` found on this machine",
    ),
    Variable(
        "ZARIA_SIMD",
        "`plain`, `avx2`: the engine of games with dice uses no wider vector instructions than these",
        "the widest of the processor",
    ),
    Variable(
        "ZARIA_SERVICE_WORKER",
        "`off`: browsers remove the worker that shows pages without a line and takes notices (the app)",
        "`on`",
    ),
    Variable(
        "ZARIA_ANDROID_APP",
        "package and SHA-256 fingerprints of an app of the club in Google's shop,"
        " `example.club.app AB:CD:…` (an app shop)",
        "no app",
    ),
    Variable("ZARIA_LOG", "`json`: one line of JSON per record, on standard error", "text"),
    Variable("ZARIA_LOG_LEVEL", "`debug`, `info`, `warning`, `error`", "`warning`"),
)

_BY_NAME = {variable.name: variable for variable in VARIABLES}
_PROVIDER = re.compile(r"(?<=^ZARIA_SOCIAL_)\w+(?=_(ID|SECRET)$)")


def describe(name: str) -> Variable:
    """Return the description of a variable; raises `KeyError` for a name without one."""
    return _BY_NAME[_PROVIDER.sub("…", name)]


def raw(name: str) -> str | None:
    """Return the value of a variable as it is, None if it is not set."""
    describe(name)
    return os.environ.get(name)


def value(name: str) -> str:
    """Return the value of a variable without blanks around it, "" if it is not set."""
    return (raw(name) or "").strip()
