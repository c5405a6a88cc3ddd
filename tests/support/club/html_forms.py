"""The links and forms of a page, filled in as a visitor in a hurry would."""

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import NamedTuple

from tests.support.club.member_client import PASSWORD

TEXTS = {"date": "2027-01-01", "datetime-local": "2027-01-01T12:00", "password": PASSWORD, "color": "#123456"}
"""The text for an empty field, by its type; else its least number, or a word."""

Fields = list[tuple[str, str]]
Attributes = Mapping[str, str | None]


class Form(NamedTuple):
    """A form: where it goes, its fields as they would be sent, and its buttons (name and value)."""

    method: str
    action: str
    fields: Fields
    buttons: list[tuple[str, str, str]]

    def submissions(self) -> list[tuple[str, Fields]]:
        """The address and the fields for each button that says something else."""
        if not self.buttons:
            return [(self.action, self.fields)]
        return [
            (action or self.action, [*self.fields, (name, value)] if name else self.fields)
            for name, value, action in dict.fromkeys(self.buttons)
        ]


class PageReader(HTMLParser):
    """Collects `links` and `forms`; `words` are written into empty fields of these names."""

    def __init__(self, html: str, words: Mapping[str, str]) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[Form] = []
        self._by_id: dict[str, Form] = {}
        self._words = words
        self._form: Form | None = None
        self._list: tuple[Form, str] | None = None
        self._chosen: str | None = None
        self._must_choose = False
        self._text: tuple[Form, str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        attributes = dict(pairs)
        if tag == "a" and (link := attributes.get("href")):
            self.links.append(link)
        elif tag == "form":
            self._form = Form(
                (attributes.get("method") or "get").lower(), attributes.get("action") or "", [], []
            )
            self.forms.append(self._form)
            self._by_id[attributes.get("id") or ""] = self._form
        elif tag == "option":
            value = attributes.get("value") or ""
            if "selected" in attributes or self._chosen is None or (self._must_choose and not self._chosen):
                self._chosen = value
        elif tag in ("input", "textarea", "select", "button") and "disabled" not in attributes:
            form = self._by_id.get(attributes.get("form") or "-", self._form)
            if form is not None:
                self._take(tag, form, attributes)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._list:
            form, name = self._list
            form.fields.append((name, self._chosen or ""))
            self._list = None
        elif tag == "textarea" and self._text:
            form, name = self._text
            form.fields.append((name, self._words.get(name, "Some words")))
            self._text = None

    def handle_data(self, data: str) -> None:
        if self._text and data.strip():
            form, name = self._text
            form.fields.append((name, data.strip()))
            self._text = None

    def _take(self, tag: str, form: Form, attributes: Attributes) -> None:
        name, value = attributes.get("name") or "", attributes.get("value")
        kind = attributes.get("type") or ("submit" if tag == "button" else "text")
        if tag == "select":
            self._list, self._chosen = (form, name), None
            self._must_choose = "required" in attributes
        elif tag == "textarea":
            self._text = (form, name)
        elif kind in ("submit", "image"):
            form.buttons.append((name, value or "", attributes.get("formaction") or ""))
        elif kind in ("checkbox", "radio"):
            is_first = kind == "radio" and name not in dict(form.fields)
            if "checked" in attributes or "required" in attributes or is_first:
                if kind == "radio":
                    form.fields[:] = [field for field in form.fields if field[0] != name]
                form.fields.append((name, value or "on"))
        elif name and kind not in ("button", "reset", "file"):
            form.fields.append((name, value or self._filling(kind, name, attributes)))

    def _filling(self, kind: str, name: str, attributes: Attributes) -> str:
        """Return the text for an empty field; "" where it may stay empty."""
        if kind == "hidden" or ("required" not in attributes and name not in self._words):
            return ""
        if kind == "number":
            return attributes.get("min") or "7"
        return self._words.get(name, TEXTS.get(kind, "Words"))
