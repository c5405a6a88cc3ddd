"""The serving process itself: stalls, garbage collection, the operator's port."""
