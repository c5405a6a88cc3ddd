"""Any position on the small board of squares: what `js/ui/small_board.js` draws in a page."""

from collections.abc import Iterator

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from zaria.club.games.board_pictures import EDGE, FRAME, SETS, scale, shapes
from zaria.club.games.positions import Drawing, SquaresPosition, SvgShape


def drawing(position: SquaresPosition) -> Drawing:
    """Return the small board with a position."""
    size = position.rows.index("/")
    board = format_html(
        '<use href="#mq-{}" transform="translate({} {})scale({})"/>', size, FRAME, FRAME, f"{scale(size):g}"
    )
    return Drawing(EDGE, EDGE, shapes([position.game], [size]), board, tuple(_parts(position, size)))


def _parts(position: SquaresPosition, size: int) -> Iterator[SvgShape]:
    """Each piece on its square."""
    unit = scale(size)
    letters = position.rows.replace("/", "")
    for place, letter in enumerate(reversed(letters) if position.turned else letters):
        if letter != ".":
            x, y = FRAME + (place % size + 0.5) * unit, FRAME + (place // size + 0.5) * unit
            shape = _figure(position.game, letter) if position.game in SETS else _man(letter)
            yield SvgShape(x, y, unit / 2, format_html('<g transform="scale({})">{}</g>', f"{unit:g}", shape))


def _figure(game: str, letter: str) -> SafeString:
    """A piece of chess, or a man of ugolki."""
    is_chess = game == "chess"
    is_light = letter.isupper() if is_chess else letter == "w"
    return format_html(
        '<use class="mq-{}" href="#mq-{}" x="-.5" y="-.5"/>',
        "w" if is_light else "b", letter.lower() if is_chess else "m",
    )  # fmt: skip


def _man(letter: str) -> SafeString:
    """A man of draughts in three strokes; a king has a brighter groove."""
    dot = 'd="M0 0h0"'
    strokes = "".join(f'<path class="mq-{number}" {dot}/>' for number in (1, 2, 3))
    crown = f'<path class="mq-k" {dot}/>' if letter.isupper() else ""
    return format_html('<g class="mq-{}">{}</g>{}', letter.lower(), mark_safe(strokes), mark_safe(crown))
