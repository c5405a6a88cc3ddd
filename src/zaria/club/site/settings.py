"""Django's settings; `variables` describes those that an operator sets in the environment."""

from pathlib import Path

from csp.constants import NONCE, NONE, SELF

from zaria.club.accounts import environment as account_environment
from zaria.club.ledger import configuration as ledger
from zaria.club.payouts import configuration as payouts
from zaria.club.player_limits import configuration as player_limits
from zaria.club.ratings import limits
from zaria.club.site import data_directory, environment, variables
from zaria.club.site.brand import environment as brand_environment
from zaria.club.site.database import databases
from zaria.club.site.http import request_body_limit
from zaria.club.top_up import configuration as top_up


def _items(name: str) -> list[str]:
    return [item.strip() for item in variables.value(name).split(",") if item.strip()]


WEB = Path(__file__).resolve().parents[2] / "web"
DATA = data_directory.directory()

SOCIALACCOUNT_PROVIDERS = account_environment.providers()

DEBUG = False
SECRET_KEY = data_directory.secret_key()
ALLOWED_HOSTS = _items("ZARIA_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = _items("ZARIA_ORIGINS")
SECURE = any(origin.startswith("https://") for origin in CSRF_TRUSTED_ORIGINS)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.socialaccount",
    *(f"allauth.socialaccount.providers.{name}" for name in SOCIALACCOUNT_PROVIDERS),
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
    "zaria.club.site",
    "zaria.club.accounts",
    "zaria.club.ledger",
    "zaria.club.top_up",
    "zaria.club.notifications",
    "zaria.club.relations",
    "zaria.club.player_limits",
    "zaria.club.vacations",
    "zaria.club.texts",
    "zaria.club.shop",
    "zaria.club.matches.results",
    "zaria.club.matches.analysis",
    "zaria.club.matches.notes",
    "zaria.club.ratings",
    "zaria.club.stakes",
    "zaria.club.payouts",
    "zaria.club.staff",
    "zaria.club.games.glossary",
    "zaria.club.lobby",
    "zaria.club.play",
    "zaria.club.agreements",
    "zaria.club.table_offers",
    "zaria.club.waiting",
    "zaria.club.learn",
    "zaria.club.puzzles",
    "zaria.club.profile",
    "zaria.club.statistics",
    "zaria.club.progress",
    "zaria.club.federations",
    "zaria.club.tournaments",
    "zaria.club.broadcast",
    "zaria.club.comments",
    "zaria.club.support",
    "zaria.club.fair_play",
    "zaria.club.conversations",
    "zaria.club.storage",
    "zaria.club.library",
    "zaria.club.studies",
    "zaria.club.scribe",
    "zaria.club.groups",
    "zaria.club.classroom",
]
MIDDLEWARE = [
    "zaria.club.site.http.loop_middleware.SecurityMiddleware",
    "zaria.club.site.front_end.compression.CompressionMiddleware",
    "zaria.club.site.http.loop_middleware.CSPMiddleware",
    "zaria.club.site.http.headers.HeadersMiddleware",
    "zaria.club.site.http.loop_middleware.SessionMiddleware",
    "zaria.club.site.http.brand_middleware.brand_middleware",
    "zaria.club.site.http.loop_middleware.LocaleMiddleware",
    "zaria.club.site.http.loop_middleware.CommonMiddleware",
    "zaria.club.site.http.loop_middleware.CsrfViewMiddleware",
    "zaria.club.site.http.loop_middleware.AuthenticationMiddleware",
    "zaria.club.accounts.middleware.member_middleware",
    "zaria.club.groups.pupil_edge.pupil_middleware",
    "zaria.club.site.http.once.OnceMiddleware",
    "zaria.club.texts.middleware.consent_middleware",
    "zaria.club.site.http.page_head.page_head_middleware",
    "zaria.club.site.http.loop_middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "zaria.club.site.http.loop_middleware.XFrameOptionsMiddleware",
    "zaria.club.site.http.errors.OutageMiddleware",
]
ROOT_URLCONF = "zaria.club.urls"
ASGI_APPLICATION = "zaria.club.site.asgi.application"
APPEND_SLASH = False
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [WEB / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "zaria.club.site.template_loader.JoiningLoader",
                    [
                        "zaria.club.site.template_loader.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "builtins": ["zaria.club.site.templatetags.form_fields"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "zaria.club.site.brand.context.brand",
                "zaria.club.profile.appearance.appearance",
                "zaria.club.shop.context.gift_timer",
                "zaria.club.tournaments.pages.context.tournaments",
                "zaria.club.lobby.pending_matches.waiting",
            ],
        },
    }
]

FORM_RENDERER = "zaria.club.site.form_renderer.FormRenderer"

DATABASES = {"default": databases.default(data_directory.database_url(), DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "members.Member"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "zaria.club.accounts.hashers.Hasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "zaria.club.accounts.passwords.Rules"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_NAME = "zaria_session"
SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

ACCOUNT_ADAPTER = "zaria.club.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "signup": "zaria.club.accounts.forms.SignupForm",
    "login": "zaria.club.accounts.forms.LoginForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_RATE_LIMITS = {  # the others are allauth's own; see `members.lockout`
    "login_failed_account": "5/5m/key",
    "login_failed_own": "5/5m/key",
    # of each mail of `accounts.adapter` that a stranger can cause, so that nobody floods a mailbox
    "mail_to_address": "3/h/key,6/d/key",
    "mail_to_unknown": "1/d/key",
    "reset_password": "20/m/ip,3/h/key",
    # of visitors without an account, by internet address (`support`)
    "guest_request": "3/m/ip",
    "guest_report": "20/d/ip",
    # of wrong codes of groups and cards
    "group_code": "60/10m/ip",
}
SOCIALACCOUNT_FORMS = {"signup": "zaria.club.accounts.forms.SocialSignupForm"}
SOCIALACCOUNT_AUTO_SIGNUP = False
SOCIALACCOUNT_ADAPTER = "zaria.club.accounts.adapter.SocialAdapter"
USERSESSIONS_ADAPTER = "zaria.club.accounts.adapter.SessionsAdapter"
MFA_ADAPTER = "zaria.club.accounts.flows.two_factor.MFAAdapter"
MFA_FORMS = {
    "add_webauthn": "zaria.club.accounts.forms.AddKeyForm",
    "edit_webauthn": "zaria.club.accounts.forms.EditKeyForm",
    "activate_totp": "zaria.club.accounts.flows.two_factor.ActivateForm",
    "authenticate": "zaria.club.accounts.flows.two_factor.AuthenticateForm",
    "reauthenticate": "zaria.club.accounts.flows.two_factor.ReauthenticateForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1
# On the local machine browsers allow passkeys without https, too.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
LOGIN_LENGTH = account_environment.login_length()
CACHES = account_environment.caches()
globals().update(account_environment.mail())

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("bg", "Български"),
    ("ru", "Русский"),
    ("ro", "Română"),
    ("el", "Ελληνικά"),
    ("tr", "Türkçe"),
]
LANGUAGE_COOKIE_NAME = "zaria_language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_HTTPONLY = True
LOCALE_PATHS = [WEB / "locale"]
FORMAT_MODULE_PATH = "zaria.club.site.text.formats"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [WEB / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "zaria.club.site.front_end.script_bundles.BundleFinder",
]
FILE_UPLOAD_PERMISSIONS = 0o600  # what is collected lies in the data directory
STORAGES = {
    "staticfiles": {"BACKEND": "zaria.club.site.front_end.static_storage.StrippedStorage"},
}

CSRF_COOKIE_NAME = "zaria_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = SESSION_COOKIE_SECURE = SECURE
CSRF_FAILURE_VIEW = "zaria.club.site.http.errors.csrf_failure"
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if SECURE else 0
# Django looks for its own middleware (W001 to W003), not for the subclasses in `site.loop_middleware`. Left
# to the operator: what other hosts of the domain speak (W005, W021), and the proxy, which leads from http to
# https by itself and is asked on plain http for health (W008).
SILENCED_SYSTEM_CHECKS = [f"security.W{number:03}" for number in (1, 2, 3, 5, 8, 21)]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
LEDGER = ledger.from_environment()
TOP_UP = top_up.from_environment(LEDGER)
PAYOUTS = payouts.from_environment(LEDGER)
PAYMENT_MODEL = "top_up.Payment"
PAYMENT_VARIANTS = top_up.variants(TOP_UP)
# Without "sites" the library asks for a host: the views give the provider that of the request.
PAYMENT_HOST = ALLOWED_HOSTS[0]
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        # The board places its checkers by style attributes; style elements from elsewhere stay forbidden.
        "style-src-attr": ["'unsafe-inline'"],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        # Browsers apply this to redirects after a form, too: to a provider of social accounts, and to the
        # page of a payment.
        "form-action": [SELF, *(["https:"] if SOCIALACCOUNT_PROVIDERS else []), *top_up.form_targets(TOP_UP)],
        "frame-ancestors": [NONE],
    }
}

BRAND = brand_environment.deployed(tuple(code for code, _name in LANGUAGES))
CONTACT = account_environment.contact()
OWNER = account_environment.owner()
STAFF_SECOND_STEP = variables.raw("ZARIA_STAFF_SECOND_STEP") == "required"
TABLES_A_MINUTE = environment.number("ZARIA_TABLES_A_MINUTE")
STAKE_CONDITIONS = player_limits.from_environment()
RATING_LIMITS = limits.from_environment()
RATING_SYSTEM = "zaria.club.ratings.elo.Elo"
ANDROID_APP = environment.android_app()
SERVICE_WORKER = environment.service_worker()
API_A_MINUTE = environment.number("ZARIA_API_A_MINUTE")
LINES_A_MINUTE = environment.number("ZARIA_LINES_A_MINUTE")
COMPRESS_DAYS = environment.number("ZARIA_COMPRESS_DAYS")
FAIR_PLAY_MINUTES = environment.number("ZARIA_FAIR_PLAY_MINUTES")
PROGRESS_MINUTES = environment.number("ZARIA_PROGRESS_MINUTES")
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = request_body_limit.FILES  # no file that is sent is ever on the disk
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "zaria.live.logs.Json"},
    },
    "filters": {
        "unexpected": {"()": "zaria.live.logs.UnexpectedOnly"},
        "once_a_minute": {"()": "zaria.live.logs.OnceAMinute"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": environment.log_format()}},
    "root": {"handlers": ["stderr"], "level": environment.log_level()},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "WARNING", "propagate": False},
        # A missing page and a form without its token are faults of visitors.
        "django.request": {
            "handlers": ["stderr"],
            "level": "ERROR",
            "propagate": False,
            "filters": ["unexpected"],
        },
        "django.security": {"handlers": ["stderr"], "level": "CRITICAL", "propagate": False},
        # Visitors can cause any number of these: unsigned webhooks, requests during an outage, mails to
        # addresses that no server takes, requests of the API and messages that fail within the club.
        **{
            name: {"filters": ["once_a_minute"]}
            for name in (
                "zaria.club.accounts.adapter",
                "zaria.club.accounts.middleware",
                "zaria.club.api.problems",
                "zaria.club.site.brand.state",
                "zaria.club.site.http.errors",
                "zaria.club.site.mail",
                "zaria.club.site.redis_fallback",
                "zaria.club.top_up.views",
                "zaria.live.sockets.endpoint",
                "zaria.live.sockets.server",
            )
        },
        # It would log the whole of each payment, with the name and the address of the member.
        "stripe": {"level": "WARNING"},
    },
}
