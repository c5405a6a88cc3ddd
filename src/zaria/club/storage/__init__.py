"""The space that a club takes: old matches in compressed rows, the ages of rows, the sizes of tables."""
