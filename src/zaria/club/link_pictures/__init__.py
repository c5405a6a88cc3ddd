"""The pictures and texts by which messengers show a link to the club (Open Graph)."""
