"""Series: tournaments that are set up once and announced again and again."""
