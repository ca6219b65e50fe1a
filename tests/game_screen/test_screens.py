"""Every screen of every game, over random matches: it fits, and every place that lights up acts."""

from random import Random

import pytest

from dicehall.game import AnyGame, Chance, Decide, games, new_game
from dicehall.game.records import Played, Rolled, apply
from dicehall.game_page.advice import Advice
from dicehall.game_page.history import Step
from dicehall.game_screen import default
from dicehall.game_screen.canvas import Canvas, Ink
from dicehall.game_screen.protocol import BoardView, GameScreen, Selection
from dicehall.game_screen.screens import screen_of
from dicehall.players.worth import Worth, unit_of
from dicehall.words.viewer import Viewer

SIZES = ((80, 19), (86, 35), (166, 55), (10, 3))
NAMES = ("Ada", "Bartholomew the Great")


def board_views(game: AnyGame, seed: int) -> list[BoardView]:
    """The moments of a random match."""
    random, state, last = Random(seed), game.start(), None
    viewer, found = Viewer(NAMES[: game.seats], 0), list[BoardView]()
    screen, selection = screen_of(game), Selection()
    for _event in range(120):
        turn = game.turn(state)
        if isinstance(turn, Chance):
            roll = turn.throw(random)
            after = apply(game, state, Rolled(roll))
            found.append(BoardView(game, after, viewer, selection, last=last, before_roll=state))
            state = after
        elif isinstance(turn, Decide):
            selection = screen.take_up(game, state, selection)
            worths = {move: random.random() for move in turn.moves}
            advice = Advice(game, state, Worth(worths, unit_of(game), exact=False))
            found.append(BoardView(game, state, viewer, selection, acting=True, last=last))
            found.append(BoardView(game, state, viewer, selection, True, advice, last=last))
            event = Played(turn.seat, random.choice(turn.moves))
            last = Step(game, state, event, apply(game, state, event))
            state = last.after
        else:
            found.append(BoardView(game, state, viewer, selection, last=last))
            break
    return found


def painted(screen: GameScreen, view: BoardView, size: tuple[int, int]) -> Canvas:
    canvas = Canvas(*size, Ink("#123456", "#654321"))
    screen.draw(view, canvas)
    return canvas


def keys_on(canvas: Canvas) -> set[str]:
    places = ((x, y) for y in range(canvas.height) for x in range(canvas.width))
    return {canvas.key_at(x, y) for x, y in places} - {""}


EVERY_GAME = [(name, seats) for name, entry in games().items() for seats in entry.seats]


@pytest.mark.parametrize(("name", "seats"), EVERY_GAME)
def test_every_moment_is_painted_at_every_size(name: str, seats: int) -> None:
    game = new_game(name, seats)
    for number, view in enumerate(board_views(game, 1)[::5]):
        size = SIZES[number % len(SIZES)]
        canvas = painted(screen_of(game), view, size)
        cells = [cell for y in range(canvas.height) for cell in canvas.row(y)]
        assert all(cell.ink.back and cell.ink.back != "#654321" for cell in cells)


@pytest.mark.parametrize(("name", "seats"), EVERY_GAME)
def test_every_clickable_cell_does_something(name: str, seats: int) -> None:
    """In a decision every place answers to its key; while dice roll or others move none does."""
    game, screen = new_game(name, seats), screen_of(new_game(name, seats))
    for view in board_views(game, 2)[::3]:
        keys = keys_on(painted(screen, view, (80, 19)))
        if not view.moves:
            assert keys == set()
            continue
        assert keys
        for key in keys:
            answer = screen.press(view, key)
            assert answer is not None
            if isinstance(answer, str) and answer not in view.moves:
                assert game.why_not(view.state, answer), f"{key} is refused without a reason"


@pytest.mark.parametrize(("name", "seats"), EVERY_GAME)
def test_every_game_can_be_played_without_a_screen_of_its_own(name: str, seats: int) -> None:
    game = new_game(name, seats)
    for view in board_views(game, 3)[::5]:
        if not view.moves:
            continue
        view = BoardView(
            game, view.state, view.viewer, default.take_up(game, None, Selection()), True
        )
        assert "move 0" in keys_on(painted(default, view, (80, 19)))
        assert default.press(view, "enter") == view.moves[0]
        for number, move in enumerate(view.moves):
            assert default.press(view, f"move {number}") == move


def test_every_game_of_the_server_has_its_screen_and_its_keys() -> None:
    for entry in games().values():
        assert entry.part("screen")
        assert screen_of(entry.new()).keys(entry.new())


def test_no_key_of_a_game_is_one_of_the_server() -> None:
    """What the table needs at any time must reach it from any game."""
    for entry in games().values():
        game = entry.new()
        view = next(view for view in board_views(game, 1) if view.acting)
        for key in ("c", "h", "u", "q", "?", "escape"):
            assert screen_of(game).press(view, key) is None, (entry.name, key)
