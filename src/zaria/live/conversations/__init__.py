"""Conversations at the sockets: lines stored by the site before anybody is sent them, in order, once each."""
