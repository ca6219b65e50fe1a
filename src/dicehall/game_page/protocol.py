"""The protocol of a game's page: it turns scenes into views, and forms into moves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol, cast

from dicehall.game import find_game, new_game
from dicehall.game.messages import translatable
from dicehall.game.plugins import report
from dicehall.game.refused import BadOption
from dicehall.game_page import default
from dicehall.game_page.advice import Advice, CoachNotes
from dicehall.game_page.editing import Editor
from dicehall.game_page.scene import Scene
from dicehall.game_page.sheets import Shape
from dicehall.players.worth import Worth
from dicehall.words.language import _

FILES = ("templates/table.html", "templates/board.html", "templates/rules.html", "static/style.css")
"""The files that every page needs."""


class Lesson(NamedTuple):
    """A short text on one element of the table, shown once."""

    key: str
    """Unique among the lessons of the game."""
    at: str
    """The id of the element that it explains."""
    text: str
    shown: str = ""
    """A CSS selector for what the bubble must not cover."""
    everywhere: bool = False
    """Whether it is the same in all games, and so is shown in the first of them only."""


class PageModule(Protocol):
    """The `page` module of a game. Beside it are the folders `templates` (table.html shows the
    table with its controls, board.html only the board, rules.html the rules) and `static`
    (style.css).

    It may also have
    - `advise(scene, advice) -> CoachNotes`: where the coach's notes go on its table. By default
      they go to the buttons of the moves, by the ids of `default.MoveButton`.
    - `lessons(scene) -> Sequence[Lesson]`: lessons for newcomers in their first match.
    - `SAYS_HINT = True`: its table shows the `hint` beside the prompt. By default a notice above
      the table does.
    - `feeling(step) -> int`: what the acting seat feels about a step, from -2 (hurt) to 2
      (triumph), which the faces show. By default it follows from the scores.
    - `sheet(game) -> Sequence[Shape]`: a sheet to print and play on with real dice.
    - `Trail`: what its views need of the past (`history.GameTrail`).
    - `PLAYS_ON_BOARD = True`: its board alone has all the controls of a move, so that moves can be
      made on it during an analysis. By default they are chosen from a list.
    - `editor`: how a position is set up on its board (`editing.Editor`). By default positions can
      only be pasted.
    - `static/script.js`: a script of its own."""

    def view(self, scene: Scene) -> Any:
        """What the templates render."""

    def read_move(self, form: Mapping[str, Sequence[str]]) -> str:
        """The move that a form describes, as spelled in the rules."""

    def sample(self, game: Any) -> Scene:
        """A picture of the game, for the hall."""

    def examples(self, game: Any) -> Sequence[tuple[str, Scene]]:
        """Pictures that explain the rules, each with its caption."""


Advise = Callable[[Scene, Advice], CoachNotes]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game's page and the folder of its files."""

    module: PageModule
    key: str
    """The prefix of its file names: the package that they belong to."""
    folder: Path

    def advise(self, scene: Scene, advice: Advice) -> CoachNotes:
        """The coach's notes for the elements of the table."""
        advise: Advise = getattr(self.module, "advise", default.advise)
        return advise(scene, advice)

    def advised(self, scene: Scene, worth: Worth) -> Scene:
        """A scene with the coach's advice and notes."""
        advice = Advice(scene.game, scene.state, worth)
        return replace(scene, advice=advice, coach_notes=self.advise(scene, advice))

    def lessons(self, scene: Scene) -> Sequence[Lesson]:
        """The lessons for this scene; the one of all games comes last."""
        teach: Callable[[Scene], Sequence[Lesson]] = getattr(self.module, "lessons", _no_lessons)
        rules = _("Not sure? You can open the rules here at any time.")
        common = Lesson("rules", "open-rules", rules, everywhere=True)
        return (*teach(scene), common) if scene.acting else ()

    def sheet(self, game: Any) -> Sequence[Shape] | None:
        """The sheet to print, if it has one."""
        draw: Callable[[Any], Sequence[Shape]] | None = getattr(self.module, "sheet", None)
        return draw(game) if draw else None

    @property
    def says_hint(self) -> bool:
        """Whether its table shows the hint itself."""
        return getattr(self.module, "SAYS_HINT", False)

    @property
    def plays_on_board(self) -> bool:
        """Whether its board alone has all the controls of a move."""
        return getattr(self.module, "PLAYS_ON_BOARD", False)

    @property
    def editor(self) -> Editor | None:
        """How a position is set up on its board, if it can be."""
        return getattr(self.module, "editor", None)

    @property
    def scripts(self) -> tuple[str, ...]:
        """The page's own script, if it has one."""
        found = (self.folder / "static" / "script.js").is_file()
        return (f"{self.key}/script.js",) if found else ()

    @property
    def table(self) -> str:
        return f"{self.key}/table.html"

    @property
    def board(self) -> str:
        return f"{self.key}/board.html"

    @property
    def rules(self) -> str:
        return f"{self.key}/rules.html"

    @property
    def style(self) -> str:
        return f"{self.key}/style.css"


@cache
def find_page(game: str) -> GamePage:
    """The page of a game; the default page if it has none or a broken one."""
    module = find_game(game).part("page")
    if module is None:
        return _page_of(default)
    own_page = _page_of(module)
    if not own_page.key.startswith("dicehall."):
        try:
            _check_page(own_page, game)
        except Exception as error:
            report(f"the page of {game}", error)
            return _page_of(default)
    return own_page


def _no_lessons(scene: Scene) -> Sequence[Lesson]:
    return ()


def _page_of(module: ModuleType) -> GamePage:
    assert module.__file__
    assert module.__package__
    return GamePage(cast(PageModule, module), module.__package__, Path(module.__file__).parent)


def _check_page(page: GamePage, game: str) -> None:
    """Refuse a page that would break the hall, which shows all games."""
    for file in FILES:
        if not (page.folder / file).is_file():
            raise BadOption(translatable("there is no %(file)s", file=str(file)))
    for function in ("read_move", "examples"):
        getattr(page.module, function)
    page.module.view(page.module.sample(new_game(game)))
