"""Playing with dice: rolls and turns."""
