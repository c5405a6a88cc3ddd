"""Tables of rolls that the features look up."""

from functools import cache


@cache
def escapes() -> tuple[int, ...]:
    """Return the rolls of 36 that take a checker past the next twelve points, by which of them are shut."""
    counts = []
    for shut in range(4096):
        total = 0
        for a in range(1, 7):
            for b in range(1, a):
                if not shut >> (a + b - 1) & 1 and not (shut >> (a - 1) & 1 and shut >> (b - 1) & 1):
                    total += 2
            if not shut >> (a - 1) & 1 and not (shut >> (2 * a - 1) & 1):
                total += 1
        counts.append(total)
    return tuple(counts)


def entries() -> list[int]:
    """Return the bits of the 21 rolls: cell a * 7 + b is the bit of the roll a-b."""
    bits = [0] * 49
    bit = 0
    for a in range(1, 7):
        for b in range(1, a + 1):
            bits[a * 7 + b] = bits[b * 7 + a] = bit
            bit += 1
    return bits


@cache
def rolls_that_reach() -> tuple[int, ...]:
    """Return the rolls, as bits of `entries`, by which a checker gets 1 to 12 points onward.

    The cell of `far` points is `1 << (far - 1)`, and behind it those in which points between are shut, the
    nearest in the lowest bit.
    """
    cells = [0] * 4096
    for far in range(1, 13):
        for shut in range(1 << (far - 1)):
            cells[1 << (far - 1) | shut] = _reaching(far, shut)
    return tuple(cells)


def _reaching(far: int, shut: int) -> int:
    """The rolls that take a checker `far` points onward past those that are shut."""
    bits, rolls = entries(), 0
    for a in range(1, 7):
        for b in range(1, 7):
            if far in (a, b) or (a != b and a + b == far and not (shut >> (a - 1) & shut >> (b - 1) & 1)):
                rolls |= 1 << bits[a * 7 + b]
        steps = far // a
        if (
            steps * a == far
            and steps <= 4
            and not any(shut >> (a * step - 1) & 1 for step in range(1, steps))
        ):
            rolls |= 1 << bits[a * 7 + a]
    return rolls


@cache
def rolls_by_halves() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return how many rolls of 36 a set of rolls holds by its lowest 11 bits, and by its upper 10."""
    bits = entries()
    worth = [2] * 21
    for a in range(1, 7):
        worth[bits[a * 7 + a]] = 1
    low = [sum(worth[bit] for bit in range(11) if mask >> bit & 1) for mask in range(2048)]
    high = [sum(worth[11 + bit] for bit in range(10) if mask >> bit & 1) for mask in range(1024)]
    return tuple(low), tuple(high)
