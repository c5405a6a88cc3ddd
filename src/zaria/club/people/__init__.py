"""The page of people: who is online, with whom one has played, whom one follows, and a search by login."""
