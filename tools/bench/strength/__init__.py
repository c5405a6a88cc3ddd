"""The strength of our engines: games against opponents, errors that these find, speed beside theirs."""
