"""The use cases of members' accounts: a module for each, which the views call."""
