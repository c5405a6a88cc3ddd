"""The messages of the live pages: the key by which the browser asks for each, and its English."""
