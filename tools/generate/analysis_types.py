"""Write the types of an analysis for the browser's code: `python -m tools.generate.analysis_types`.

The source is `zaria.bots.analysis.shape`; the result is checked in, and a test compares the two.
"""

from tools.generate.protocol_types import TARGET as PROTOCOL
from tools.generate.protocol_types import Writer

from zaria.bots.analysis import Analysis

TARGET = PROTOCOL.with_name("analysis.d.ts")
_HEAD = "// Made by tools/generate/analysis_types.py from zaria.bots.analysis.shape: do not edit.\n"


def text() -> str:
    """The whole file."""
    writer = Writer()
    writer.type_of(Analysis)
    return "\n".join([_HEAD, *writer.declared.values()])


if __name__ == "__main__":
    TARGET.write_text(text())
