"""The moves of ugolki: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxd`; nothing here imports Cython. Men are bits, a1 the lowest, h1 the eighth, h8
the highest. A `UgolkiKernel` keeps nothing between calls, so one serves every thread.

The methods share a final class, where the C compiler inlines `ends`; other modules call it at the cost of a
pointer.
"""

NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
ALL = 0xFFFFFFFFFFFFFFFF


class UgolkiKernel:
    """Finds moves; a move is a man and the square where it ends, both as bits."""

    def ends(self, man: int, occupied: int) -> int:
        """All squares where the man may end its move among the rest of the men, of either colour."""
        free = ALL ^ occupied
        steps = ((man << 8) | (man >> 8) | ((man & NOT_H) << 1) | ((man & NOT_A) >> 1)) & free
        new = seen = man
        while new != 0:
            north = ((new << 8) & occupied) << 8
            south = ((new >> 8) & occupied) >> 8
            east = (((new & NOT_H) << 1) & occupied & NOT_H) << 1
            west = (((new & NOT_A) >> 1) & occupied & NOT_A) >> 1
            new = (north | south | east | west) & free & (ALL ^ seen)
            seen |= new
        return (steps | seen) & (ALL ^ man)

    def passes(self, own_men: int, their_men: int) -> bool:
        """Return whether none of the own men can move."""
        both = own_men | their_men
        men = own_men
        while men != 0:
            man = men & (~men + 1)
            men ^= man
            if self.ends(man, both ^ man) != 0:
                return False
        return True

    def perft(self, own_men: int, their_men: int, depth: int) -> int:
        """Sequences of `depth` (1 or more) moves, own ones first; a side that cannot move is passed over."""
        both = own_men | their_men
        total = 0
        men = own_men
        while men != 0:
            man = men & (~men + 1)
            men ^= man
            squares = self.ends(man, both ^ man)
            while squares != 0:
                end = squares & (~squares + 1)
                squares ^= end
                if depth > 1:
                    total += self.perft(their_men, own_men ^ man ^ end, depth - 1)
                else:
                    total += 1
        if total == 0:
            return self.perft(their_men, own_men, depth)
        return total

    def moves(self, own_men: int, their_men: int) -> list[tuple[int, int]]:
        """All moves of the own men, from the lowest man on; none when the side can only pass."""
        both = own_men | their_men
        moves = []
        men = own_men
        while men != 0:
            man = men & (~men + 1)
            men ^= man
            squares = self.ends(man, both ^ man)
            while squares != 0:
                end = squares & (~squares + 1)
                squares ^= end
                moves.append((man, end))
        return moves


def kernel_is_compiled() -> bool:
    """Does this kernel run compiled?"""
    return not __file__.endswith(".py")
