"""The description of a player, as everybody may see it."""

import msgspec


class PlayerInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player as others see them: a name and a colour; `bot` names the club's own program, if it is one.

    `member`: the name is that of an account, and `robot` that somebody's program plays for it. `country` is
    an ISO 3166 code, "" where it is hidden, `face` the version of the picture, "" where there is none.
    """

    name: str
    colour: str
    bot: str | None = None
    member: bool = False
    robot: bool = False
    country: str = ""
    face: str = ""
