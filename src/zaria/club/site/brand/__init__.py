"""The name, logo, colours and first words of this club, by its operator and its owner."""
