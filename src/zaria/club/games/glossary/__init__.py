"""The words of the games, explained in each language: the page `/words`, and a line at the place of a word."""
