"""Members' own progress: errors by month, phase and kind, what costs them most, and what to drill."""
