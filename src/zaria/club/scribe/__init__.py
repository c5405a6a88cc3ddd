"""The scribe: matches over a real board that members write down move by move."""
