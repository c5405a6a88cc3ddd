"""Comments of members under the club's page, the rules of each game, and each finished match."""
