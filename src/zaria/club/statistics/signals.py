"""Signals by which rooms above take part in statistics.

* `page_sections(member, public)`: a section of a member's statistics, their tournaments for instance. With
  `public` others read it on the member's page, else the member on their own. A receiver returns HTML, or ""
  for nothing; sections stand in the order in which receivers were connected.
"""

from django.dispatch import Signal

from zaria.club.accounts.models import Member

page_sections = Signal()


def read_sections(member: Member, *, public: bool) -> list[str]:
    """Return the sections of a member that have anything in them."""
    answers = page_sections.send(Member, member=member, public=public)
    return [html for _receiver, html in answers if html]
