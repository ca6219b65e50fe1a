"""What the JSON interface takes, and the small things that it gives."""

from typing import Annotated, Literal

import msgspec

from dicehall.web.api.fields import (
    HASH,
    CommitmentText,
    MatchId,
    Name,
    VersionNumber,
    Words,
    says,
)

PlayerName = Annotated[Name, says("What the player is called.", "Dot")]
Face = Annotated[
    Name, says("One of the faces that the house has drawn; empty for any.", "hare", "")
]
Commitment = Annotated[
    CommitmentText,
    says("The SHA-256 of your words, in hexadecimal; you tell them when you are asked.", "", HASH),
]
OwnWords = Annotated[
    Words, says("What you add to the dice: one line without #, spaces single.", "my own luck 5e1f")
]


class Guest(msgspec.Struct):
    """A new identity; send the token as `Authorization: Bearer …`, and keep it."""

    token: Annotated[str, says("Proves who you are, for good.", "kJ3…Qw.5d0…9a")]


class GameInfo(msgspec.Struct):
    """A game of the house."""

    name: Annotated[str, says("As it is spelled in requests and records.", "knucklebones")]
    title: Annotated[str, says("As people read it.", "Knucklebones")]
    seats: Annotated[list[int], says("For how many it is, the usual number first.", [2])]
    options: Annotated[
        dict[str, list[str]],
        says("Options and their values, the usual one first.", {"curve": ["classic", "gentle"]}),
    ]
    opponents: Annotated[
        list[str],
        says("What `opponent` can be.", ["easy", "normal", "hard", "perfect", "people", "open"]),
    ]
    levels: Annotated[
        list[str], says("The computer players, weakest first.", ["easy", "normal", "hard"])
    ]


class Promise(msgspec.Struct):
    """The dice of a match that you may open."""

    table: Annotated[str, says("Open the match with it; good once, for a day.", "Zk3vQ0fH1yUu.17…")]
    match: MatchId
    promise: Annotated[str, says("The SHA-256 of the secret that the dice come from.", HASH)]


class OpenMatch(msgspec.Struct, forbid_unknown_fields=True):
    """How to set a table. Against another guest, give a `commitment` to words that nobody can
    guess: then nobody can choose the dice, not even the house together with the other side."""

    game: Annotated[Name, says("Which game.", "knucklebones")]
    name: PlayerName
    opponent: Annotated[
        Name,
        says(
            "One of the game's opponents. With `open` the other seat is free, for whoever has the"
            " match's id or its `code`, or for anybody if it is `public`. Empty is `open` if the"
            " game has two seats, else `alone`.",
            "easy",
            "open",
            "",
        ),
    ] = ""
    other: Annotated[
        Name, says("The name of the second player, if both sit at this device.", "Bob")
    ] = ""
    begins: Annotated[
        Literal["coin", "first", "second"], says("Who begins: whoever asks is `first`.", "coin")
    ] = "coin"
    public: Annotated[bool, says("Whether a free seat is offered to anybody.", False)] = False
    clock: Annotated[
        Literal[0, 30, 60, 120, 300, 86400],
        says("Seconds for each move, where two guests play; 0 is no clock.", 0, 300),
    ] = 0
    options: Annotated[dict[Name, Name], says("Options of the game.", {}, {"curve": "gentle"})] = {}
    table: Annotated[
        str, msgspec.Meta(max_length=200), says("Of a promise, if you took one.", "", "Zk3…")
    ] = ""
    words: Annotated[
        Words,
        says(
            "What you add to the dice; taken only with the `table` of a promise, so that the house"
            " cannot have known them when it chose its secret.",
            "",
            "my own luck 5e1f",
        ),
    ] = ""
    commitment: Commitment = ""
    face: Face = ""


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A free seat to take, with words for the dice, or a commitment to them."""

    seat: Annotated[
        int, msgspec.Meta(ge=0, le=1), says("The seat: that of a `null` in `seats`.", 1)
    ]
    name: PlayerName
    words: OwnWords = ""
    commitment: Commitment = ""
    face: Face = ""


class WordsIn(msgspec.Struct, forbid_unknown_fields=True):
    """The words that a seat owes the dice."""

    words: OwnWords


class Rematch(msgspec.Struct, forbid_unknown_fields=True):
    """An offer to play again, with a commitment to words for the dice of that match."""

    commitment: Commitment = ""


class MoveIn(msgspec.Struct, forbid_unknown_fields=True):
    """A move, at the version it was chosen for; the same id again is harmless."""

    move: Annotated[
        str,
        msgspec.Meta(max_length=100),
        says("One of `turn.moves`, letter by letter.", "column 2"),
    ]
    version: Annotated[VersionNumber, says("The `version` of the match that you saw.", 7)]
    id: Annotated[
        str,
        msgspec.Meta(max_length=64),
        says("Anything that you give no other move of this match.", "7 0f3a", ""),
    ] = ""
