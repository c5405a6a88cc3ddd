"""Every word that a visitor reads can be translated, and the check that says so can tell."""

import pytest
from tools.checks import literals


@pytest.mark.slow
def test_every_word_can_be_translated() -> None:
    assert literals.problems() == []


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("<p>Play</p>", [(1, "Play")]),
        ('<p>{% translate "Play" %}</p>', []),
        ("{% blocktranslate with n=1 %}Play {{ n }}{% endblocktranslate %}\n<b>now</b>", [(2, "now")]),
        ('<a title="Play" class="btn pri">{{ name }}</a>', [(1, "Play")]),
        ('<a aria-label="{% translate "Play" %}">7 : 3</a>', []),
        ("<script>Play</script>{# Play #}{% comment %}Play{% endcomment %}", []),
        ('{{ name|default:"Nobody here" }}', [(1, "Nobody here")]),
        ('{{ part|yesno:"a.html,b.html" }}{{ day|date:"DATE_FORMAT" }}', []),
        ('{% include "a.html" with label="Play" kind="pri" %}', [(1, "Play")]),
        ('<meta name="description" content="A club">', [(1, "A club")]),
        ('<input type="submit" value="Go on">', [(1, "Go on")]),
        ("<b>Zaria</b> {{ a }}×{{ b }} <i>&nbsp;–</i> https://example.org/play", []),
    ],
)
def test_words_of_templates_are_found(template: str, expected: list[literals.Found]) -> None:
    assert [(line, text) for line, text in literals.of_template(template) if literals.words(text)] == expected


def test_words_of_mails_are_found() -> None:
    mail = '{% load i18n %}{% translate "Hello" %}\nConfirm: {{ address }}\n'
    texts = [literal for literal in literals.of_template(mail, is_html=False) if literals.words(literal[1])]
    assert [line for line, _text in texts] == [2]


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("html`<b>Play</b>`", ["Play"]),
        ("html`<b>${t('play')}</b>`", []),
        ("html`<b>${on ? html`<i title=Now>${t('a', { n: `}` })}</i>` : ''}</b>`", ["Now"]),
        ("html`<b class=${`btn ${kind}`} aria-label=${t('play')}>${n}:${m}</b>`", []),
        ("box.textContent = 'Gone';", ["Gone"]),
        ("box.setAttribute('aria-label', `Point ${n}`);", ["Point \0"]),
        ("tell('You have won the game');", ["You have won the game"]),
        ("throw new Error('No such point');", []),
        ("// html`<b>Play</b>`", []),
    ],
)
def test_words_of_scripts_are_found(script: str, expected: list[str]) -> None:
    assert [text for _line, text in literals.of_script(script) if literals.words(text)] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('forms.CharField(label="Name", help_text=_("Five letters."))', ["Name"]),
        ('raise ValidationError("Too long")', ["Too long"]),
        ('raise ValidationError(_("Too long"))', []),
        ('form.add_error("name", f"Not {name}")', ["Not \0"]),
        ('messages.success(request, "Saved")', ["Saved"]),
        ('log.warning("of %s", "Nobody")', []),
        ('forms.ChoiceField(choices=[("a", "First"), ("b", _("Second"))])', ["First"]),
        ('class Kind(TextChoices):\n    WARN = "warn", "Warning"\n    MUTE = "mute", _("Mute")', ["Warning"]),
        ('class Meta:\n    verbose_name = "member"', ["member"]),
    ],
)
def test_words_of_python_are_found(source: str, expected: list[str]) -> None:
    assert [text for _line, text in literals.of_python(source) if literals.words(text)] == expected


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("text = f\"{text} {_('Reason: %(reason)s') % {'reason': said}}\"", [1]),
        ('\ntext = f\'{pgettext_lazy("sum", "matches")}: {n}\'', [2]),
        ('text = f\'{n:{ngettext("one", "many", n)}}\'', [1]),
        ("text = f'{word(\"matches\")}: {n}'", []),
        ("text = f'{n}: ' + _('matches')", []),
    ],
)
def test_messages_in_formatted_strings_are_refused(source: str, lines: list[int]) -> None:
    texts = [literal for literal in literals.in_formatted(source) if literals.words(literal[1])]
    assert [line for line, _text in texts] == lines
