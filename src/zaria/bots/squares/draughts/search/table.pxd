# The C types of table.py.
cimport cython
from .kind cimport IS_WIDE, word
from .state cimport (
    ENTRIES, FAR, SOON, SURE, Node, SearchState)

ctypedef long long i64
ctypedef unsigned long long u64

cdef int AGE_AT
cdef u64 WORD, FIRST, SECOND, THIRD, FOURTH, FIFTH

@cython.locals(high=u64)
cdef u64 folded(word m) noexcept nogil
@cython.locals(h=u64)
cdef u64 hash_of(Node node) noexcept nogil
@cython.locals(counted=u64, runs=int)
cdef u64 key_of(SearchState state, u64 board_hash, int ply) noexcept nogil
@cython.locals(at=int, i=int)
cdef i64 probe(SearchState state, u64 key) noexcept nogil
@cython.locals(at=int, old=i64)
cdef void store(SearchState state, u64 key, int value, int depth, int bound, i64 move) noexcept nogil
cdef int from_node(int value, int ply) noexcept nogil
