"""The request to agree to the texts, on a member's pages."""

from zaria.club.site.http.page_head import PagePart, register

CONSENT_DUE: PagePart[str] = register(PagePart("consent_due", ""))
"""The demand on a member to agree: "", "kindly" or "required". `consent_middleware` sets it."""
