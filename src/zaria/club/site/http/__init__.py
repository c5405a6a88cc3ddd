"""Requests and answers: limits, headers, errors, and forms that take effect once."""
