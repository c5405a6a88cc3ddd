"""The rules as pages: one article for each game and language, with pictures that the library has checked."""
