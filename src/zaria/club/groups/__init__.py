"""Groups: a teacher and their pupils, the codes by which pupils come in, and what pupil accounts may do."""
