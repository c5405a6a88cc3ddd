"""The words of the games, explained in each language on the page `/words` and where they stand."""
