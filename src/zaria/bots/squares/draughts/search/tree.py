"""Alpha-beta search of draughts positions; compiled with `tree.pxd`.

It uses narrow windows and reduces late quiet moves. Captures are compulsory: an only move and captures below
the horizon cost no depth, and a position at the horizon in which the other side threatens to capture is
searched one ply further. A position that comes back is a draw, and so is one in which a drawing rule has
counted to its end.

Values are hundredths of a man for the side to move; beyond `SURE` a win that has been seen through.
"""

from zaria.bots.squares.draughts.search.constants import SECOND, WORD

from .state import SearchState

try:
    import cython
except ImportError:
    from zaria.bots.squares.draughts import uncompiled as cython

if not cython.compiled:
    from zaria.bots.squares.draughts.search.constants import (
        CROWDED,
        EXACT,
        FAR,
        LOWER,
        PLIES,
        SURE,
        THREATS,
        UPPER,
        WON,
    )
    from zaria.bots.squares.draughts.uncompiled import Budget, Node

    from .draws import count_move, ending_kind, is_draw, road_holder
    from .interpreted_kind import IS_ORTHOGONAL, IS_WIDE, bits_in
    from .king_runs import count_run, drop_moves
    from .ordering import pick, reward, score_moves
    from .table import from_node, hash_of, key_of, probe, store

ABSENT = 127
"""As in `endings`."""


def search_node(state: SearchState, node: Node, budget: Budget) -> int:
    """Return the value of a position to the side to move, exact between alpha and beta, else a bound."""
    ply = budget.ply
    base = budget.base
    alpha = budget.alpha
    beta = budget.beta
    state.length[ply] = 0
    state.nodes += 1
    if state.nodes > state.most_nodes:
        state.stop = True
    if state.stop:
        return 0
    n = state.rules.generate(node.men, node.kings, node.their_men, node.their_kings, node.side, base)
    if IS_WIDE and state.king_moves:
        n = drop_moves(state, node, ply, base, n)
    if n == 0:
        return WON - ply if state.giveaway else ply - WON
    board_hash = hash_of(node)
    state.path[state.past + ply] = board_hash
    if ply > 0:
        if may_be_draw(state, ply) and is_draw(state, node, ply):
            return 0
        if IS_ORTHOGONAL and state.one_each and state.rules.taken[base] == 0 and has_one_each(node):
            return 0
        if state.few and bits_in(node.men | node.kings | node.their_men | node.their_kings) <= state.few:
            value = probe_endings(state, node, ply)
            if value != FAR:
                return value
        alpha = max(alpha, ply - WON)
        beta = min(beta, WON - ply - 1)
        if alpha >= beta:
            return alpha
    if is_leaf(state, node, budget, n):
        return evaluate(state, node)
    return search_moves(state, node, Budget(budget.depth, alpha, beta, ply, base), n, board_hash)


def may_be_draw(state: SearchState, ply: int) -> bool:
    """Has anything been counted that `is_draw` looks at?"""
    return state.quiet[ply] >= 4 or state.road[ply] != 0 or state.ending[ply] != 0


def has_lone_piece(node: Node) -> bool:
    """Has a side one piece only?  There is no ending that is counted else."""
    own_pieces = node.men | node.kings
    their_pieces = node.their_men | node.their_kings
    return own_pieces & own_pieces - 1 == 0 or their_pieces & their_pieces - 1 == 0


def has_one_each(node: Node) -> bool:
    """Has each side one piece only?"""
    return bits_in(node.men | node.kings) == 1 and bits_in(node.their_men | node.their_kings) == 1


def is_leaf(state: SearchState, node: Node, budget: Budget, n: int) -> bool:
    """Is a position with n moves to be evaluated as it stands?"""
    if budget.ply >= PLIES - 2 or budget.base + n > CROWDED:
        return True
    if budget.depth > 0 or state.rules.taken[budget.base] != 0:
        return False
    if budget.depth <= -THREATS:
        return True
    state.rules.captures(
        node.their_men, node.their_kings, node.men, node.kings, 1 - node.side, budget.base + n
    )
    return state.rules.n == budget.base + n


def evaluate(state: SearchState, node: Node) -> int:
    """Return the static evaluation of a position, with noise if there is any."""
    value = state.evaluator.value(node.men, node.kings, node.their_men, node.their_kings, node.side)
    if state.noise:
        h = hash_of(node) ^ state.seed
        h = h * SECOND & WORD
        h = h ^ h >> 32
        total = (h & 255) + (h >> 8 & 255) + (h >> 16 & 255) + (h >> 24 & 255)
        deviation = total
        deviation -= 510
        value += deviation * state.noise * 443 >> 16  # the sum of four has a deviation of 148
    return value


def probe_endings(state: SearchState, node: Node, ply: int) -> int:
    """Return the value of a solved ending; `FAR` where it is not solved, or a rule may cut it short."""
    code = state.endings.probe(node.men, node.kings, node.their_men, node.their_kings, node.side)
    if code == ABSENT:
        return FAR
    if code == 0:
        return evaluate(state, node) >> 4
    plies = abs(code) - 1
    if is_cut_short(state, node, ply, plies):
        return FAR
    return WON - ply - plies if code > 0 else ply + plies - WON


def is_cut_short(state: SearchState, node: Node, ply: int, plies: int) -> bool:
    """May a rule end the game as a draw within so many plies?"""
    if state.quiet[ply] + plies >= state.quiet_end:
        return True
    moves = (plies + 1) >> 1
    if state.road[ply] + moves > 5 and road_holder(state, node):
        return True
    kind = ending_kind(state, node) if state.counts_endings else 0
    if kind == 0:
        return False
    if kind & 3 == 2:
        moves = plies
    return state.ending[ply] + moves > state.ending_limit[kind >> 2 & 15]


def search_moves(state: SearchState, node: Node, budget: Budget, n: int, board_hash: int) -> int:
    """Return the value of the best of the n moves listed from `budget.base` on."""
    ply = budget.ply
    base = budget.base
    key = key_of(state, board_hash, ply)
    best_move = -1
    if budget.depth > 0:
        entry = probe(state, key)
        if entry != 0:
            best_move = entry >> 31 & 4095
            value = known_value(entry, budget)
            if value != FAR:
                return value
    was = 0
    held = 0
    if state.counts_endings and has_lone_piece(node):
        was = ending_kind(state, node)
        held = road_holder(state, node)
    score_moves(state, node, ply, base, n, best_move)
    forced = state.rules.taken[base] != 0
    deep = budget.depth - 1
    if (n == 1 and ply < PLIES // 2) or (budget.depth <= 0 and forced):
        deep = budget.depth
    best = -FAR
    floor = budget.alpha
    tried = 0
    for i in range(base, base + n):
        move = pick(state, i, base + n)
        if ply == 0 and state.barred[move]:
            continue
        late = 0
        if tried >= 3 and budget.depth >= 3 and not forced and not state.rules.crowned[move]:
            late = 1 if tried < 8 or budget.depth < 6 else 2
        child = make_move(state, node, move, ply, was, held)
        after = Budget(deep, -budget.beta, -floor, ply + 1, base + n)
        value = (
            search_later(state, child, after, late, budget) if tried else -search_node(state, child, after)
        )
        if state.stop:
            return best
        tried += 1
        if ply == 0 and value < -SURE:
            state.lost[move] = value
        if value > best:
            best = value
            best_move = move - base
            if value > floor or ply == 0:
                floor = max(floor, value)
                lead_variation(state, ply, move)
            if value >= budget.beta:
                if state.rules.taken[move] == 0 and budget.depth > 0:
                    reward(state, move, node.side, ply, budget.depth)
                break
    if budget.depth > 0 and not (ply == 0 and state.barring):
        enter(state, key, budget, best, best_move)
    return best


def known_value(entry: int, budget: Budget) -> int:
    """Return the value that an entry of the table gives a position; `FAR` where it does not do.

    A win or a loss that has been seen through counts at any depth.
    """
    if budget.beta - budget.alpha > 1:
        return FAR
    value = from_node((entry & 0x3FFFFF) - FAR, -budget.ply)
    bound = entry >> 29 & 3
    proved = (value > SURE and bound != UPPER) or (value < -SURE and bound != LOWER)
    if entry >> 22 & 127 < budget.depth and not proved:
        return FAR
    if bound == EXACT or (value >= budget.beta if bound == LOWER else value <= budget.alpha):
        return value
    return FAR


def enter(state: SearchState, key: int, budget: Budget, best: int, best_move: int) -> None:
    """Enter the value found for a position into the table."""
    bound = EXACT
    if best >= budget.beta:
        bound = LOWER
    elif best <= budget.alpha:
        bound = UPPER
    store(state, key, from_node(best, budget.ply), min(budget.depth, 127), bound, best_move)


def make_move(state: SearchState, node: Node, move: int, ply: int, was: int, held: int) -> Node:
    """Return the position after a move, and count the move towards the draws."""
    src = state.rules.src[move]
    dst = state.rules.dst[move]
    cap = state.rules.taken[move]
    men = node.men
    kings = node.kings
    state.quiet[ply + 1] = 0
    if kings & src:
        kings = kings & ~src | dst
        if cap == 0:
            state.quiet[ply + 1] = state.quiet[ply] + 1
    else:
        men = men & ~src
        if state.rules.crowned[move]:
            kings = kings | dst
        else:
            men |= dst
    their_men = node.their_men & ~cap
    their_kings = node.their_kings & ~cap
    if IS_WIDE and state.king_moves:
        count_run(state, node, move, ply)
    state.ending[ply + 1] = 0
    state.road[ply + 1] = 0
    if was != 0 or held != 0:
        count_move(state, was, held, Node(men, kings, their_men, their_kings, node.side), ply)
    return Node(their_men, their_kings, men, kings, 1 - node.side)


def search_later(state: SearchState, child: Node, after: Budget, late: int, budget: Budget) -> int:
    """Return the value of a move that is not the first: by a narrow window, and again if it is better.

    `after` is the budget of the whole window, `budget` that of the position before the move.
    """
    floor = -after.beta
    narrow = Budget(after.depth - late, -floor - 1, -floor, after.ply, after.base)
    value = -search_node(state, child, narrow)
    wide = budget.beta - budget.alpha > 1
    if value > floor and not state.stop and (late or (wide and value < budget.beta)):
        value = -search_node(state, child, after)
    return value


def lead_variation(state: SearchState, ply: int, move: int) -> None:
    """Put a move at the head of a variation, before what follows from the next ply."""
    if ply == 0:
        state.root_best = move
    at = ply * PLIES
    state.line_src[at] = state.rules.src[move]
    state.line_dst[at] = state.rules.dst[move]
    state.line_cap[at] = state.rules.taken[move]
    state.line_crown[at] = state.rules.crowned[move]
    more = state.length[ply + 1]
    for i in range(more):
        state.line_src[at + 1 + i] = state.line_src[at + PLIES + i]
        state.line_dst[at + 1 + i] = state.line_dst[at + PLIES + i]
        state.line_cap[at + 1 + i] = state.line_cap[at + PLIES + i]
        state.line_crown[at + 1 + i] = state.line_crown[at + PLIES + i]
    state.length[ply] = more + 1
