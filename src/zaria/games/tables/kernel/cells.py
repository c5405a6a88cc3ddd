"""The numbers with which a kernel begins."""


def zeros(count: int) -> list[int]:
    """Numbers to begin with: a list when interpreted, the cells of a C array when compiled."""
    return [0] * count


def weights(count: int) -> list[int]:
    """Fixed pseudo-random numbers of 58 bits, so that a sum of a few stays within 63."""
    state = 20260101
    numbers = []
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        numbers.append(state >> 6)
    return numbers
