"""The icon of the club: a checker, as the head of each page has it."""

ICON = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<g fill="#fbf3e0" stroke="#a9762c"><circle cx="16" cy="16" r="14.5" stroke-width="2"/>
<circle cx="16" cy="16" r="8" fill="#f0dfba" stroke="#cfae72" stroke-width="1.6"/></g></svg>
"""
"""The icon of every page (`_icon.html`) as a file."""
