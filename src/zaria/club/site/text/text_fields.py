"""Form fields for public texts: each text passes one of them, or `plain_text` in its action."""

from typing import Any

from django import forms

from zaria.club.site.text.plain_text import RefusedTextError, plain_text, visible_text
from zaria.club.site.text.word_filter import require_allowed, require_allowed_words, require_own_links


class PublicTextField(forms.CharField):
    """A text without markup, as `plain_text` cleans it.

    `newlines`: it may have paragraphs. `filtered`: forbidden words and links to other places are refused; the
    staff, who keep the list of words, may quote them.
    """

    def __init__(self, *, newlines: bool = False, filtered: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.newlines, self.filtered = newlines, filtered

    def clean(self, value: Any) -> str:
        """Return the text as it is stored."""
        text: str = super().clean(value)
        try:
            text = plain_text(text, self.max_length or len(text), least=0, newlines=self.newlines)
            if self.filtered:
                require_allowed(text)
        except RefusedTextError as error:
            raise forms.ValidationError(str(error), error.code) from None
        if self.required and not text:
            raise forms.ValidationError(self.error_messages["required"], "required")
        return text


class PublicMarkdownField(forms.CharField):
    """A text in Markdown without deceptive characters and forbidden words; lines and blanks are kept.

    It may have links, unless its form refuses those to other sites.
    """

    def clean(self, value: Any) -> str:
        """Return the text as it is stored."""
        text = visible_text(super().clean(value))
        try:
            require_allowed_words(text)
        except RefusedTextError as error:
            raise forms.ValidationError(str(error), error.code) from None
        return text


def link_refusal(text: str) -> str:
    """Return the sentence that refuses a text with a link to another site, or ""."""
    try:
        require_own_links(text)
    except RefusedTextError as error:
        return str(error)
    return ""
