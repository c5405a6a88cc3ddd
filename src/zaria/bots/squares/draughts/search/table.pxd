# The C types of table.py.
cimport cython
from zaria.bots.squares.draughts.search.state cimport (
    ENTRIES, FAR, SOON, SURE, Node, SearchState)

ctypedef long long i64
ctypedef unsigned long long u64

cdef int AGE_AT
cdef u64 WORD, FIRST, SECOND, THIRD, FOURTH

@cython.locals(h=u64)
cdef u64 hash_of(Node node) noexcept nogil
@cython.locals(counted=u64)
cdef u64 key_of(SearchState state, u64 board_hash, int ply) noexcept nogil
@cython.locals(at=int, i=int)
cdef i64 probe(SearchState state, u64 key) noexcept nogil
@cython.locals(at=int, old=i64)
cdef void store(SearchState state, u64 key, int value, int depth, int bound, i64 move) noexcept nogil
cdef int from_node(int value, int ply) noexcept nogil
