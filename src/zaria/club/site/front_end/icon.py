"""The icon of the club."""

ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect x="1" y="1" width="30" height="30" rx="7" fill="#fbf3e0" stroke="#a9762c" stroke-width="2"/>
<g fill="#2a2119"><circle cx="9.5" cy="9.5" r="3"/><circle cx="16" cy="16" r="3"/>
<circle cx="22.5" cy="22.5" r="3"/></g></svg>
"""
"""The icon of every page (`_icon.html`) as a file."""
