"""The first page of the staff: numbers, the queue, the server, credits and the staff itself."""
