"""The games of the tables family, one module each."""
