"""Bits of sets of points, for interpreted runs; compiled, the processor finds them."""


def first_bit(bits: int) -> int:
    """Return the number of the lowest bit of a set that is not empty."""
    return (bits & -bits).bit_length() - 1


def last_bit(bits: int) -> int:
    """Return the number of the highest bit of a set that is not empty."""
    return bits.bit_length() - 1
