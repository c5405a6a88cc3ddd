"""Programs that choose weights and constants."""
