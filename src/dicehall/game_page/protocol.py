"""The page of each game: state in, words, buttons and scores out; forms in, moves out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

from dicehall.game import find_game, new_game
from dicehall.game.messages import translatable
from dicehall.game.plugins import report
from dicehall.game.refused import BadOption
from dicehall.game_page import default
from dicehall.game_page.advice import Advice
from dicehall.game_page.coach_notes import CoachNotes
from dicehall.game_page.lessons import Lesson
from dicehall.game_page.scene import Scene
from dicehall.words.language import _

FILES = ("templates/table.html", "templates/board.html", "templates/rules.html", "static/style.css")
"""What a page is drawn with."""


class PageModule(Protocol):
    """What a game's module `page` offers. In the folders beside it lie its `templates` (table.html
    draws the table with everything to play, board.html only the picture, rules.html the rules)
    and `static` (style.css).

    It may also have
    - `advise(scene, advice) -> CoachNotes`: where on its table the words of the coach belong.
      Without it they go to the buttons of the moves, by the ids of `default.MoveButton`.
    - `lessons(scene) -> Sequence[Lesson]`: what a newcomer is told in the first match.
    - `SAYS_HINT = True`: its table says where the prompt is which move is worth considering, the
      `hint` that its template is given. Without it a note over the table does.
    - `Trail`: what its drawings need of the past (`history.GameTrail`).
    - `static/script.js`: a script of its own."""

    def view(self, scene: Scene) -> Any:
        """What the templates draw."""

    def read_move(self, form: Mapping[str, Sequence[str]]) -> str:
        """The move that a form means, in the one spelling it has."""

    def sample(self, game: Any) -> Scene:
        """A picture for the door of the game."""

    def examples(self, game: Any) -> Sequence[tuple[str, Scene]]:
        """Pictures that explain the rules, each with its caption."""


Advise = Callable[[Scene, Advice], CoachNotes]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A game's page, and where the files it is drawn with lie."""

    module: PageModule
    key: str
    """Stands before the names of its files: the package that they belong to."""
    folder: Path

    def advise(self, scene: Scene, advice: Advice) -> CoachNotes:
        """What the coach says, for the elements of the table."""
        advise: Advise = getattr(self.module, "advise", default.advise)
        return advise(scene, advice)

    def lessons(self, scene: Scene) -> Sequence[Lesson]:
        """What a newcomer is told at this moment; what concerns every table comes last."""
        teach: Callable[[Scene], Sequence[Lesson]] = getattr(self.module, "lessons", _no_lessons)
        sound = _("The dice can be heard, if you like: this switches the sound on.")
        return (*teach(scene), Lesson("sound", "sound-off", sound)) if scene.acting else ()

    @property
    def says_hint(self) -> bool:
        """Whether its table says which move is worth considering."""
        return getattr(self.module, "SAYS_HINT", False)

    @property
    def scripts(self) -> tuple[str, ...]:
        """A script of its own, if it has one."""
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
    """The page of a game; the default page if it brings none, or a broken one."""
    module = find_game(game).part("page")
    if module is None:
        return _page_of(default)
    brought = _page_of(module)
    if not brought.key.startswith("dicehall."):
        try:
            _check_page(brought, game)
        except Exception as error:
            report(f"the page of {game}", error)
            return _page_of(default)
    return brought


def _no_lessons(scene: Scene) -> Sequence[Lesson]:
    return ()


def _page_of(module: ModuleType) -> GamePage:
    assert module.__file__
    assert module.__package__
    return GamePage(cast(PageModule, module), module.__package__, Path(module.__file__).parent)


def _check_page(page: GamePage, game: str) -> None:
    """Refuse a page that would break the hall, where the doors of all games are."""
    for file in FILES:
        if not (page.folder / file).is_file():
            raise BadOption(translatable("there is no %(file)s", file=str(file)))
    for function in ("read_move", "examples"):
        getattr(page.module, function)
    page.module.view(page.module.sample(new_game(game)))
