"""The objects that the JSON interface accepts, and the smaller ones that it returns."""

from typing import Annotated, Literal

import msgspec

from dicehall.web.api.fields import HASH, CommitmentText, MatchId, Name, VersionNumber, Words, doc

PlayerName = Annotated[Name, doc("The player's name.", "Dot")]
Face = Annotated[Name, doc("The name of a face; empty for the default.", "hare", "")]
Commitment = Annotated[
    CommitmentText,
    doc("The SHA-256 of your words, in hexadecimal; you reveal them when asked.", "", HASH),
]
OwnWords = Annotated[
    Words, doc("Your client seed: one line, no #, no repeated spaces.", "my own luck 5e1f")
]


class Guest(msgspec.Struct):
    """A new identity. Keep the token and send it as `Authorization: Bearer …`."""

    token: Annotated[str, doc("Proves your identity; it does not expire.", "kJ3…Qw.5d0…9a")]


class GameInfo(msgspec.Struct):
    """A game that the server offers."""

    name: Annotated[str, doc("The name in requests and records.", "knucklebones")]
    title: Annotated[str, doc("The title for people.", "Knucklebones")]
    seats: Annotated[list[int], doc("Possible numbers of seats, the default first.", [2])]
    options: Annotated[
        dict[str, list[str]],
        doc("Options and their values, the default first.", {"curve": ["classic", "gentle"]}),
    ]
    opponents: Annotated[
        list[str],
        doc(
            "Possible values of `opponent`.",
            ["easy", "normal", "hard", "perfect", "people", "open"],
        ),
    ]
    levels: Annotated[
        list[str], doc("The computer players, weakest first.", ["easy", "normal", "hard"])
    ]


class Promise(msgspec.Struct):
    """A promise for the dice of a match that you may open."""

    table: Annotated[
        str, doc("Pass it when you open the match; valid once, for a day.", "Zk3vQ0fH1yUu.17…")
    ]
    match: MatchId
    promise: Annotated[str, doc("The SHA-256 of the secret that determines the dice.", HASH)]


class OpenMatch(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a new match. Against another guest, send a `commitment` to words that nobody
    can guess. Then nobody can choose the dice, not even the server and the opponent together."""

    game: Annotated[Name, doc("The name of the game.", "knucklebones")]
    name: PlayerName
    opponent: Annotated[
        Name,
        doc(
            "One of the game's `opponents`. With `open` the other seat is free for anyone who has"
            " the match's id or `code`, or for everybody if it is `public`. The default is `open`"
            " if the game has two seats, otherwise `alone`.",
            "easy",
            "open",
            "",
        ),
    ] = ""
    other: Annotated[
        Name, doc("The name of the second player, if both share this device.", "Bob")
    ] = ""
    begins: Annotated[
        Literal["coin", "first", "second"],
        doc("Who begins: you (`first`), the opponent (`second`) or a coin toss.", "coin"),
    ] = "coin"
    public: Annotated[bool, doc("Whether to list a free seat in the lobby.", False)] = False
    clock: Annotated[
        Literal[0, 30, 60, 120, 300, 86400],
        doc("Seconds for each move between two guests; 0 means no clock.", 0, 300),
    ] = 0
    options: Annotated[
        dict[Name, Name], doc("The options of the game.", {}, {"curve": "gentle"})
    ] = {}
    table: Annotated[
        str, msgspec.Meta(max_length=200), doc("The `table` of your promise, if any.", "", "Zk3…")
    ] = ""
    words: Annotated[
        Words,
        doc(
            "Your client seed. It requires the `table` of a promise, so that the server cannot have"
            " known it when it chose its secret.",
            "",
            "my own luck 5e1f",
        ),
    ] = ""
    commitment: Commitment = ""
    face: Face = ""
    own_dice: Annotated[
        bool,
        doc(
            "Whether you roll your own dice and enter what they show. The server rolls nothing and"
            " cannot verify them. Not with `open`, `words` or a `commitment`.",
            False,
        ),
    ] = False


class SitDown(msgspec.Struct, forbid_unknown_fields=True):
    """A free seat to take, with your client seed (`words`) or a commitment to it."""

    seat: Annotated[
        int, msgspec.Meta(ge=0, le=1), doc("The number of a seat that is `null` in `seats`.", 1)
    ]
    name: PlayerName
    words: OwnWords = ""
    commitment: Commitment = ""
    face: Face = ""


class WordsIn(msgspec.Struct, forbid_unknown_fields=True):
    """The client seed that a seat has to reveal."""

    words: OwnWords


class Rematch(msgspec.Struct, forbid_unknown_fields=True):
    """A rematch offer, with a commitment to your words for the new match."""

    commitment: Commitment = ""


class VersionedIn(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The version of the match that you saw when you decided. Repeating the same id is harmless."""

    version: Annotated[VersionNumber, doc("The `version` of the match that you saw.", 7)]
    id: Annotated[
        str,
        msgspec.Meta(max_length=64),
        doc("Any text that no other move of yours in this match has.", "7 0f3a", ""),
    ] = ""


class TakeBackIn(VersionedIn):
    """The version of the match that you saw when you decided to take your last move back."""


class RollIn(VersionedIn, kw_only=True):
    """The roll of your own dice, with the version of the match that waits for it. Repeating the
    same id is harmless."""

    roll: Annotated[
        str,
        msgspec.Meta(max_length=100),
        doc("The faces of `turn.dice`, in that order, as in a record; `*` is the Spark.", "5"),
    ]


class PracticeIn(msgspec.Struct, forbid_unknown_fields=True):
    """The decision at which a practice match begins."""

    moment: Annotated[
        VersionNumber,
        doc("The place of your move in the `log`, from 0; the review names it too.", 3),
    ]


class GuestIn(msgspec.Struct, forbid_unknown_fields=True):
    """Your name and face at a table that the server opens for you."""

    name: PlayerName
    face: Face = ""


class TryIn(msgspec.Struct, forbid_unknown_fields=True):
    """The game whose dice of today you want to play."""

    game: Annotated[Name, doc("The name of the game.", "pocket-hexes")]
    name: PlayerName
    face: Face = ""


class MoveIn(VersionedIn, kw_only=True):
    """A move, with the version of the match it was made for. Repeating the same id is harmless."""

    move: Annotated[
        str,
        msgspec.Meta(max_length=100),
        doc("One of `turn.moves`, exactly as spelled there.", "column 2"),
    ]
