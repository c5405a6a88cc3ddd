"""The formats of tournaments, each in a module of its own."""
