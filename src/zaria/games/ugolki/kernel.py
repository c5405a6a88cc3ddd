"""The moves of ugolki: one source, compiled by Cython or run as it is.

The C types stand in `kernel.pxd`; nothing here imports Cython. Men are bits, a1 the lowest, h1 the eighth, h8
the highest. A `Kernel` keeps nothing between calls, so one serves every thread.

The methods share a final class, where the C compiler inlines `ends`; other modules call it at the cost of a
pointer.
"""

NOT_A = 0xFEFEFEFEFEFEFEFE
NOT_H = 0x7F7F7F7F7F7F7F7F
ALL = 0xFFFFFFFFFFFFFFFF


class Kernel:
    """Finds moves; a move is a man and the square where it ends, both as bits."""

    def ends(self, man: int, rest: int) -> int:
        """All squares where the man may end its move among the rest of the men, of either colour."""
        free = ALL ^ rest
        steps = ((man << 8) | (man >> 8) | ((man & NOT_H) << 1) | ((man & NOT_A) >> 1)) & free
        new = seen = man
        while new != 0:
            up = ((new << 8) & rest) << 8
            down = ((new >> 8) & rest) >> 8
            right = (((new & NOT_H) << 1) & rest & NOT_H) << 1
            left = (((new & NOT_A) >> 1) & rest & NOT_A) >> 1
            new = (up | down | right | left) & free & (ALL ^ seen)
            seen |= new
        return (steps | seen) & (ALL ^ man)

    def passes(self, mine: int, theirs: int) -> bool:
        """Can none of my men move?"""
        both = mine | theirs
        men = mine
        while men != 0:
            man = men & (~men + 1)
            men ^= man
            if self.ends(man, both ^ man) != 0:
                return False
        return True

    def perft(self, mine: int, theirs: int, depth: int) -> int:
        """Sequences of `depth` (1 or more) moves, mine first; a side that cannot move is passed over."""
        both = mine | theirs
        total = 0
        men = mine
        while men != 0:
            man = men & (~men + 1)
            men ^= man
            squares = self.ends(man, both ^ man)
            while squares != 0:
                end = squares & (~squares + 1)
                squares ^= end
                if depth > 1:
                    total += self.perft(theirs, mine ^ man ^ end, depth - 1)
                else:
                    total += 1
        if total == 0:
            return self.perft(theirs, mine, depth)
        return total

    def moves(self, mine: int, theirs: int) -> list[tuple[int, int]]:
        """All my moves, from the lowest man on; none when I can only pass."""
        both = mine | theirs
        found = []
        men = mine
        while men != 0:
            man = men & (~men + 1)
            men ^= man
            squares = self.ends(man, both ^ man)
            while squares != 0:
                end = squares & (~squares + 1)
                squares ^= end
                found.append((man, end))
        return found


def kernel_is_compiled() -> bool:
    """Does this kernel run compiled?"""
    return not __file__.endswith(".py")
