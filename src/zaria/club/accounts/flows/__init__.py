"""The use cases of accounts, a module each: forms, views, signals and the adapter of allauth call them."""
