"""The words by which matches of public collections are found: of their players, event and game.

A word stands in a table of its own with the day of play, so the latest matches of a word come from one index,
whatever else is in the library. Matches that are not public have no words: their owners' searches read them.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from zaria.club.library.models import Collection, ImportedMatch, PublicMatchWord

PLAYERS, EVENT, GAME, ALL = 0, 1, 2, 3
"""The places of words: the names of both players, the event, the game; and "", which every match has."""
MOST_WORDS = 8
"""Words of a name or an event that are stored."""
LONGEST = 32
"""Letters of a word."""
AT_ONCE = 500
_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters and without accents, each once."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return list(dict.fromkeys(word[:LONGEST] for word in _WORD.findall(letters)))


def has_words(text: str, words: Iterable[str]) -> bool:
    """Return whether each word begins a word of a text."""
    present = words_of(text)
    return all(any(candidate.startswith(word) for candidate in present) for word in words)


def entries(names: Iterable[str], event: str, game: str) -> Iterator[tuple[int, str]]:
    """Yield the words of a match with their places, each once."""
    yield ALL, ""
    yield GAME, game
    yield from ((PLAYERS, word) for word in {word for name in names for word in words_of(name)[:MOST_WORDS]})
    yield from ((EVENT, word) for word in words_of(event)[:MOST_WORDS])


def store(matches: Iterable[ImportedMatch]) -> None:
    """Store the words of matches that have none."""
    PublicMatchWord.objects.bulk_create(
        (
            PublicMatchWord(match=match, place=place, word=word.encode(), day=match.played_at)
            for match in matches
            for place, word in entries(match.searched_names, match.event, match.game)
        ),
        batch_size=AT_ONCE,
    )


def follow(collection: Collection) -> None:
    """Store the words of a collection that was made public, or delete those of one that is no longer."""
    PublicMatchWord.objects.filter(match__collection=collection).delete()
    if collection.is_public:
        matches = collection.matches.defer("record").select_related("collection")
        store(matches.prefetch_related("collection__name_links__member"))
