"""The pages of groups: for the teacher, and for the pupils."""
