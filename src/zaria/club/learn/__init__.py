"""The room of lessons: short courses on the board, without an account."""
