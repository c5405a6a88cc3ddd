"""Knocks: notices on the devices of a member, by Web Push."""
