"""The brand that the operator of a club sets in the environment; its owner can change it on a page."""

from pathlib import Path

from zaria.club.site import variables
from zaria.club.site.brand import colours, logo
from zaria.club.site.brand.colours import LEAST_CONTRAST, Accents
from zaria.club.site.brand.values import (
    LONGEST_GREETING,
    LONGEST_NAME,
    LONGEST_SHORT_NAME,
    MOST_GAMES,
    USUAL_NAME,
    Brand,
)
from zaria.club.site.data_directory import ConfigurationError
from zaria.games.registry import GAMES


def deployed(languages: tuple[str, ...]) -> Brand:
    """Return the brand of the operator; raises `ConfigurationError`. `languages` are those of the site."""
    name = _line("ZARIA_CLUB_NAME", LONGEST_NAME) or USUAL_NAME
    short_name = _line("ZARIA_CLUB_SHORT_NAME", LONGEST_SHORT_NAME) or name
    if len(short_name) > LONGEST_SHORT_NAME:
        raise ConfigurationError(
            f"ZARIA_CLUB_NAME has more than {LONGEST_SHORT_NAME} characters: set ZARIA_CLUB_SHORT_NAME"
        )
    greeting = _line("ZARIA_CLUB_GREETING", LONGEST_GREETING)
    return Brand(
        name=name,
        short_name=short_name,
        accents=_accents(),
        language=_language(languages),
        games=_games(),
        greetings={"": greeting} if greeting else {},
        logo=_logo(),
        offered=_named_games("ZARIA_GAMES"),
    )


def _line(name: str, longest: int) -> str:
    text = variables.value(name)
    if len(text) > longest or not text.isprintable():
        raise ConfigurationError(f"{name} must be one line of at most {longest} characters")
    return text


def _accents() -> Accents | None:
    words = variables.value("ZARIA_CLUB_COLOURS").lower().replace(",", " ").split()
    if not words:
        return None
    if len(words) != 2 or not all(map(colours.is_colour, words)):
        raise ConfigurationError(
            "ZARIA_CLUB_COLOURS must name two colours, for light and dark pages: #80500f,#e0b266"
        )
    accents = Accents(*words)
    for colour, contrast, theme in (
        (accents.light, colours.light_contrast(accents.light), "light"),
        (accents.dark, colours.dark_contrast(accents.dark), "dark"),
    ):
        if contrast < LEAST_CONTRAST:
            raise ConfigurationError(
                f"ZARIA_CLUB_COLOURS: {colour} has a contrast of {contrast:.1f} with {theme} pages,"
                f" and needs {LEAST_CONTRAST}"
            )
    return accents


def _language(languages: tuple[str, ...]) -> str:
    language = variables.value("ZARIA_CLUB_LANGUAGE").lower() or "en"
    if language not in languages:
        raise ConfigurationError(f"ZARIA_CLUB_LANGUAGE must be one of {', '.join(languages)}")
    return language


def _games() -> tuple[str, ...]:
    games = _named_games("ZARIA_CLUB_GAMES")
    if len(games) > MOST_GAMES:
        raise ConfigurationError(f"ZARIA_CLUB_GAMES must name at most {MOST_GAMES} games")
    return games


def _named_games(name: str) -> tuple[str, ...]:
    games = tuple(dict.fromkeys(variables.value(name).replace(",", " ").split()))
    unknown = [game for game in games if game not in GAMES]
    if unknown:
        raise ConfigurationError(f"{name}: there is no game {unknown[0][:40]!r} (zaria games)")
    return games


def _logo() -> bytes:
    path = variables.value("ZARIA_CLUB_LOGO")
    if not path:
        return b""
    try:
        return logo.encode_logo(Path(path).read_bytes())
    except OSError as error:
        raise ConfigurationError(f"ZARIA_CLUB_LOGO: cannot read the file: {error.strerror}") from error
    except logo.LogoRefusedError as refused:
        raise ConfigurationError(f"ZARIA_CLUB_LOGO: {_REFUSED[refused.code]}") from refused


_REFUSED = {
    "size": f"the file has more than {logo.MOST_BYTES} bytes, or {logo.MOST_SVG_BYTES} as SVG",
    "pixels": "the picture has too many pixels",
    "format": "the file is no PNG, WebP or SVG with a visible picture",
    "drawing": "the SVG holds more than shapes: texts, pictures, filters, scripts or links",
}
