"""All games for OpenSpiel, with explicit chance nodes; importing this module registers them.

`pyspiel.load_game("dicehall_knucklebones")`. Dice are rolled one at a time: a roll of five has
7,776 outcomes, one die has six.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from dicehall.game import AnyGame, Chance, Decide, Entry, Numbering, Over, find_numbering, games
from dicehall.game.entry import as_numbers
from dicehall.game.extras import from_extra
from dicehall.game.turns import Turn, spell_face, spell_roll
from dicehall.plain_terminal.boards import draw
from dicehall.words.viewer import Viewer

with from_extra("openspiel"):
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

Parameters = Mapping[str, Any]


def spiel_name(game: str) -> str:
    """A game's name in OpenSpiel.

    >>> spiel_name("pocket-hexes")
    'dicehall_pocket_hexes'
    """
    return f"dicehall_{game.replace('-', '_')}"


class SpielGame(pyspiel.Game):
    """A game with its parameters: seats, options and other fields of its rules, by name. Each game
    has a subclass that knows its entry. Parameters that `new_game` would refuse are refused."""

    entry: Entry

    def __init__(self, params: Parameters | None = None) -> None:
        game = _chosen(self.entry, params or {})
        super().__init__(_type(self.entry, game.seats), _info(game), params or {})

    @cached_property
    def game(self) -> AnyGame:
        """The rules; recreated after unpickling, when only the parameters are known."""
        return _chosen(self.entry, self.get_parameters())

    @property
    def numbering(self) -> Numbering:
        return find_numbering(self.game)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Parameters | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):
    """A state, and the dice of the current roll that were rolled so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.rules = game.game
        self.state: Any = self.rules.start()
        self.fallen: tuple[int, ...] = ()
        self.moves = 0

    @property
    def numbering(self) -> Numbering:
        return find_numbering(self.rules)

    @property
    def turn(self) -> Turn:
        return self.rules.turn(self.state)

    def current_player(self) -> int:
        match self.turn:
            case Decide(seat=seat) if not self._truncated:
                return seat
            case Chance() if not self._truncated:
                return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        """In ascending order."""
        turn = self.turn
        if self._truncated or not isinstance(turn, Decide) or turn.seat != player:
            return []
        return sorted(map(self.numbering.number, turn.moves))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The indices of the next die's faces."""
        faces = len(self._next_die.faces)
        return [(side, 1 / faces) for side in range(faces)]

    def _apply_action(self, action: int) -> None:
        turn = self.turn
        if isinstance(turn, Chance):
            self.fallen += (self._next_die.faces[action],)
            if len(self.fallen) == len(turn.dice):
                self.state = self.rules.roll(self.state, self.fallen)
                self.fallen = ()
        else:
            self.state = self.rules.play(self.state, self.numbering.moves[action])
            self.moves += 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            die = self._next_die
            return f"{die.name} shows {spell_face(die.faces[action])}"
        return self.numbering.moves[action]

    def is_terminal(self) -> bool:
        return self._truncated or isinstance(self.turn, Over)

    def returns(self) -> list[float]:
        """The points for one seat; for two, 1 for the winner, -1 for the loser, 0 for a draw."""
        turn = self.turn
        if self.rules.seats == 1:
            over = isinstance(turn, Over) or self._truncated
            return [float(self.rules.scores(self.state)[0]) if over else 0.0]
        if not isinstance(turn, Over) or len(turn.winners) > 1:
            return [0.0] * self.rules.seats
        return [1.0 if seat in turn.winners else -1.0 for seat in range(self.rules.seats)]

    def __str__(self) -> str:
        """Everything except the move count: equal strings mean equal states."""
        names = tuple(f"seat {seat}" for seat in range(self.rules.seats))
        board = draw(self.rules, self.state, Viewer(names))
        seen = " ".join(map(str, self.numbering.observe(self.state, 0)))
        fallen = spell_roll(self.fallen)
        return f"{board}\n[{seen}] ({fallen})"

    @property
    def _next_die(self) -> Any:
        turn = self.turn
        assert isinstance(turn, Chance)
        return turn.dice[len(self.fallen)]

    @property
    def _truncated(self) -> bool:
        """Whether the match has reached the move limit; it then ends without a winner."""
        return self.moves >= self.numbering.most_moves


class SpielObserver:
    """A seat's observation, scaled to 0 to 1."""

    def __init__(self, game: SpielGame) -> None:
        numbering = game.numbering
        self._lows = np.array(numbering.lows, np.float32)
        self._spans = np.array(numbering.highs, np.float32) - self._lows
        self.tensor = np.zeros(len(self._lows), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        seen = np.array(state.numbering.observe(state.state, player), np.float32)
        self.tensor[:] = (seen - self._lows) / self._spans

    def string_from(self, state: SpielState, player: int) -> str:
        return " ".join(map(str, state.numbering.observe(state.state, player)))


def _type(entry: Entry, seats: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=spiel_name(entry.name),
        long_name=f"Dicehall {entry.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if seats > 1 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(entry.seats),
        min_num_players=min(entry.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(entry),
    )


def _info(game: AnyGame) -> Any:
    numbering = find_numbering(game)
    lowest, highest = numbering.scores if game.seats == 1 else (-1, 1)
    return pyspiel.GameInfo(
        num_distinct_actions=len(numbering.moves),
        max_chance_outcomes=numbering.most_faces,
        num_players=game.seats,
        min_utility=float(lowest),
        max_utility=float(highest),
        utility_sum=None if game.seats == 1 else 0.0,
        max_game_length=numbering.most_moves,
    )


def _parameters(entry: Entry) -> dict[str, Any]:
    """The parameters with their defaults: seats and options where there is a choice, and other
    fields of the rules. OpenSpiel parses numbers, so options that look like numbers are numbers
    here."""
    seats = {"seats": entry.seats[0]} if len(entry.seats) > 1 else {}
    options = {
        name: as_numbers(values)[0] if as_numbers(values) else values[0]
        for name, values in entry.choices.items()
    }
    return {**_fields(entry), **seats, **options}


def _fields(entry: Entry) -> dict[str, Any]:
    """The fields of a game's rules other than seats and options, with their defaults."""
    game: Any = entry.new()
    if not is_dataclass(game):
        return {}
    names = [part.name for part in fields(game) if part.init]
    others = {name: getattr(game, name) for name in names if name not in {"seats", *entry.options}}
    return {name: value for name, value in others.items() if isinstance(value, int | float | str)}


def _chosen(entry: Entry, params: Parameters) -> AnyGame:
    """The game with these parameters; invalid ones are refused."""
    options = {name: str(params[name]) for name in entry.options if name in params}
    game: Any = entry.new(params.get("seats"), options)
    others = {name: params[name] for name in _fields(entry) if name in params}
    changed: AnyGame = replace(game, **others) if others else game
    return changed


def _register(entry: Entry) -> None:
    """Register a class under a module-level name, because it is pickled. Never register a function:
    OpenSpiel releases it after Python has shut down, which crashes."""
    name = f"Spiel{entry.name.title().replace('-', '')}"
    made = type(name, (SpielGame,), {"entry": entry, "__module__": __name__})
    globals()[name] = made
    pyspiel.register_game(_type(entry, entry.seats[0]), made)


for _entry in games().values():
    _register(_entry)
