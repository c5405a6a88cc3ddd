"""Tables by the day that wait for a turn: their list, the way from one to the next, and the knocks."""
