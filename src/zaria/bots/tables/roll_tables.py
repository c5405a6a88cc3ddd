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
