"""Template filters that write amounts (hundredths) in the format of the language."""

from django import template

from zaria.club.ledger import amounts

register = template.Library()

register.filter("amount", amounts.amount_text)
register.filter("signed_amount", amounts.signed_text)
register.filter("with_unit", amounts.with_unit)
