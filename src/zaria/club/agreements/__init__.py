"""Acts that players agree to in advance in matches by the day, sealed until they act."""
