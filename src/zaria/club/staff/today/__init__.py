"""What the first page of the staff shows of the club: numbers, what waits, the server, credits, the staff."""
