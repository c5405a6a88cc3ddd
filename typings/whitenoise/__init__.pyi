"""What Zaria uses of WhiteNoise, which has no types of its own."""

from pathlib import Path

from whitenoise.responders import StaticFile

class WhiteNoise:
    files: dict[str, StaticFile]
    def __init__(
        self,
        application: None,
        root: Path,
        prefix: str,
        *,
        immutable_file_test: str,
        allow_all_origins: bool,
    ) -> None: ...
