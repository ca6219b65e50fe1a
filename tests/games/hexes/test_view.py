"""The view of Pocket Hexes and the moves that its forms mean, without a browser."""

from dataclasses import replace
from pathlib import Path
from random import Random

from dicehall import web
from dicehall.game import Decide
from dicehall.game.records import Event, Played, Rolled, apply
from dicehall.game_page.history import History
from dicehall.game_page.scene import Scene
from dicehall.games.hexes.page.lessons import lessons
from dicehall.games.hexes.page.view import HexesView, HexView, examples, read_move, sample, view
from dicehall.games.hexes.rules import (
    CENTRE,
    EMPTY,
    HEXES,
    INNER,
    NEIGHBOURS,
    Hexes,
    HexesState,
    may_stand,
)
from support.playouts import events_of, play_match

GAME = Hexes()
ROLL = (4, 1, 8, 0, 12, 20)
ROLLED = GAME.roll(GAME.start(), ROLL)


def table(state: HexesState, log: tuple[Event, ...] = ()) -> Scene:
    """A state as the person sees it who is playing."""
    history = History.of(GAME, log) if log else History(GAME, state)
    return Scene(history, players=("Ada",), levels=("",), mine=(0,), match_id="m")


def after(*events: Event) -> Scene:
    state = GAME.start()
    for event in events:
        state = apply(GAME, state, event)
    return table(state, events)


def ringed(number: int = 5, **changes: object) -> HexesState:
    """The centre within a ring of numbers."""
    board = list(ROLLED.board)
    for spot in NEIGHBOURS[CENTRE]:
        board[spot] = number
    return replace(ROLLED, board=tuple(board), **changes)  # type: ignore[arg-type]


def hexes(shown: HexesView) -> dict[str, HexView]:
    return {one.name: one for row in shown.rows for one in row}


def test_every_hex_is_there_in_nine_rows() -> None:
    shown = view(table(ROLLED))
    assert [len(row) for row in shown.rows] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert tuple(hexes(shown)) == HEXES
    assert (shown.score, shown.round, shown.free) == (0, 1, 60)


def test_forms_and_legal_moves_are_the_same_thing() -> None:
    for step in play_match(GAME, seed=4):
        if not isinstance(step.turn, Decide):
            continue
        shown = view(table(step.state))
        forms: list[dict[str, list[str]]] = [
            {"die": [die], "hex": [one.name]}
            for one in hexes(shown).values()
            for die in one.dice.split()
        ]
        forms += [{"move": [one.score]} for one in hexes(shown).values() if one.score]
        if not shown.why:
            forms.append({"move": [shown.ahead]})
        assert sorted(map(read_move, forms)) == sorted(step.turn.moves)


def test_a_form_without_a_die_is_refused() -> None:
    assert read_move({"hex": ["e6"]}) == "place e6"
    assert read_move({}) == "place"


def test_a_number_keeps_its_name_from_the_die_to_the_hex() -> None:
    before = view(after(Rolled(ROLL)))
    placed = view(after(Rolled(ROLL), Played(0, "place d8 e6")))
    assert hexes(placed)["e6"].traveller == before.dice[2].traveller != ""
    assert hexes(placed)["e6"].recent
    assert placed.dice[2].traveller == ""
    assert placed.dice[2].number is None
    assert placed.dice[2].note == "placed"
    assert [die.travels for die in placed.dice] == [True, True, False, True, True, True]


def test_unplaced_dice_do_not_travel() -> None:
    moves = ("place d8 e6", "place d4 e4", "place d12 f5")
    due = view(after(Rolled(ROLL), *(Played(0, move) for move in moves)))
    assert not any(die.travels for die in due.dice)
    assert [die.number for die in due.dice] == [None, 1, None, 0, None, 20]
    thrown = view(after(Rolled(ROLL), *(Played(0, move) for move in (*moves, "roll"))))
    assert [die.number for die in thrown.dice] == [None] * 6
    assert not any(die.note for die in thrown.dice)


def test_a_number_of_an_earlier_round_has_arrived() -> None:
    moves = ("place d8 e6", "place d4 e4", "place d12 f5", "roll")
    later = view(after(Rolled(ROLL), *(Played(0, move) for move in moves), Rolled(ROLL)))
    assert hexes(later)["e6"].traveller == "n1-d8"
    assert not any(one.recent for one in hexes(later).values())
    assert later.dice[2].traveller == "n2-d8"


def test_all_names_on_a_table_differ() -> None:
    random = Random(1)
    events = events_of(play_match(GAME, seed=2))
    for end in random.sample(range(len(events)), 5):
        shown = view(after(*events[:end]))
        names = [one.traveller for one in hexes(shown).values()]
        names += [die.traveller for die in shown.dice]
        used = [name for name in names if name]
        assert len(used) == len(set(used))


def test_where_a_die_can_go() -> None:
    d4, d6, d8, d10, *_ = view(table(ROLLED)).dice
    assert d4.guide == "4 goes next to numbers up to 4: 6 hexes."
    assert d6.guide == "A 1 must touch no number: 54 hexes."
    assert d10.guide == "A 0 goes on any empty hex: 60 hexes."
    assert d8.playable
    assert not d8.unfit


def test_a_die_that_fits_nowhere_says_so() -> None:
    board = tuple(EMPTY if spot == 0 else 9 for spot in range(len(HEXES)))
    d4, *_, d20 = view(table(replace(ROLLED, board=board))).dice
    assert (d4.playable, d4.unfit, d4.note) == (False, True, "doesn't fit")
    assert (d20.playable, d20.note) == (True, "")


def test_the_end_says_why_and_marks_the_dice() -> None:
    board = tuple(EMPTY if spot == 0 else 9 for spot in range(len(HEXES)))
    inner = frozenset(INNER)
    stuck = replace(ROLLED, board=board, scored=inner, dice=(4, 1, 8, 3, EMPTY, EMPTY))
    shown = view(table(stuck))
    assert shown.ended
    assert shown.prompt == "No die fits any more (4, 1, 8 and 3)."
    assert [die.unfit for die in shown.dice] == [True] * 4 + [False] * 2
    full = replace(stuck, board=(9,) * len(HEXES))
    assert view(table(full)).prompt == "The board is full."
    spectator = replace(table(stuck), mine=(), running=False)
    assert [die.unfit for die in view(spectator).dice] == [True] * 4 + [False] * 2


def test_a_surrounded_number_may_be_scored_once_a_round() -> None:
    first = hexes(view(table(ringed())))["e5"]
    assert (first.mark, first.score, first.label) == ("ring", "score e5", "Score the 1 on e5")
    taken = hexes(view(table(ringed(score_taken=True))))["e5"]
    assert (taken.mark, taken.score) == ("later", "")
    scored = hexes(view(table(ringed(scored=frozenset({CENTRE})))))["e5"]
    assert (scored.mark, scored.score) == ("scored", "")
    over = hexes(view(table(ringed(finished=True))))["e5"]
    assert over.mark == "left"


def test_ring_sentences() -> None:
    assert view(table(ROLLED)).rings == ""
    assert view(table(ringed())).rings == "The 1 is ringed: tap it for 1 point."
    later = view(table(ringed(score_taken=True)))
    assert later.rings == "One ring per round: 1 more can wait."
    assert later.lines[4].endswith(
        "1 on e5 (surrounded, can be scored in a later round) and 5 on e6."
    )
    full = replace(ringed(), board=(3,) * len(HEXES), scored=frozenset(INNER[2:]))
    assert view(table(full)).rings == "2 rings: score one. The best is worth 3."


def test_prompts_are_short() -> None:
    assert view(table(ringed())).prompt == "Place three of the dice."
    due = replace(ringed(), dice=(4, 1, 8, EMPTY, EMPTY, EMPTY))
    assert view(table(due)).prompt == "A ring! Score one before you roll."
    assert view(table(replace(due, score_taken=True))).prompt == "Roll the next round."
    stuck = replace(due, board=(3,) * len(HEXES))
    assert view(table(stuck)).prompt == "Nothing fits any more."


def test_a_ring_that_a_roll_would_waste_is_asked_about() -> None:
    assert view(table(ringed())).leaving == "", "there is time while dice are to be placed"
    due = replace(ringed(number=9), dice=(4, 1, 8, EMPTY, EMPTY, EMPTY))
    shown = view(table(due))
    assert shown.leaving == "Leave the 1 for later? You lose this round's score."
    assert [name for name, one in hexes(shown).items() if one.best] == ["e5"]
    board = tuple(spot % 10 for spot in range(len(HEXES)))
    full = view(table(replace(due, board=board)))
    assert full.leaving == "Finish without the 9? You lose its points."
    assert [one.number for one in hexes(full).values() if one.best] == [9]
    nothing = tuple(0 if spot == CENTRE else number for spot, number in enumerate(due.board))
    for quiet in (replace(due, score_taken=True), replace(due, board=nothing)):
        assert view(table(quiet)).leaving == ""
        assert view(table(quiet)).prompt == "Roll the next round."
        assert not any(one.best for one in hexes(view(table(quiet))).values())


def test_every_place_that_a_die_may_not_take_says_why() -> None:
    for step in play_match(GAME, seed=4):
        if not isinstance(step.turn, Decide):
            continue
        shown = view(table(step.state))
        for one in hexes(shown).values():
            words = one.refused.split()
            for die, number in zip(words[::2], words[1::2], strict=True):
                why = str(GAME.why_not(step.state, f"place {die} {one.name}"))
                assert shown.refusals[int(number)].lower() == why.lower()
            if one.number is None:
                choosable = {die.name for die in shown.dice if die.playable}
                assert {*words[::2], *one.dice.split()} == choosable


def test_a_score_is_shown_where_it_was_made_and_a_great_one_has_its_moment() -> None:
    for number, great in ((14, None), (15, 15)):
        state = replace(ringed(), board=tuple(20 for _ in HEXES))
        state = replace(state, board=(*state.board[:CENTRE], number, *state.board[CENTRE + 1 :]))
        step = History(GAME, state).after(Played(0, "score e5"))
        shown = view(replace(table(state), history=step))
        assert [one.name for one in hexes(shown).values() if one.gain] == ["e5"]
        assert hexes(shown)["e5"].gain == number
        assert shown.great == great
    assert all(one.gain is None for one in hexes(view(table(state))).values())


def test_a_glow_runs_clockwise_around_a_ring_that_is_completed_or_scored() -> None:
    last = HEXES.index("e6")
    board = tuple(EMPTY if spot == last else number for spot, number in enumerate(ringed().board))
    before = History(GAME, replace(ringed(), board=board))
    around = ["d4", "d5", "e6", "f5", "f4", "e4"]
    closing = before.after(Played(0, "place d8 e6"))
    for history, closes in ((closing, ["e5"]), (closing.after(Played(0, "score e5")), [])):
        shown = hexes(view(Scene(history, ("Ada",), ("",), (0,), match_id="m")))
        glowing = {one.glow: one.name for one in shown.values() if one.glow is not None}
        assert [glowing[place] for place in range(6)] == around
        assert [one.name for one in shown.values() if one.closes] == closes
    assert not any(
        one.closes or one.glow is not None for one in hexes(view(table(ringed()))).values()
    )


def test_border_hexes_look_different() -> None:
    border = {one.name for one in hexes(view(table(ROLLED))).values() if one.border}
    assert border == {name for spot, name in enumerate(HEXES) if spot not in INNER}


def test_lessons_are_about_what_is_on_the_table() -> None:
    assert [(one.key, one.at) for one in lessons(table(ROLLED))] == [("choose", "tray")]
    one_placed = after(Rolled(ROLL), Played(0, "place d8 e6"))
    assert [one.key for one in lessons(one_placed)] == ["fit"]
    due = replace(ringed(), dice=(4, 1, 8, EMPTY, EMPTY, EMPTY))
    assert [(one.key, one.at) for one in lessons(table(due))] == [("ring", "hex-e5")]
    taken = replace(due, score_taken=True)
    assert [(one.key, one.at) for one in lessons(table(taken))] == [("roll", "roll")]
    assert lessons(replace(table(due), mine=())) == ()


def test_the_roll_is_offered_when_it_is_due_and_else_says_why() -> None:
    early = view(table(ROLLED))
    assert (early.ahead, early.why) == ("roll", "place 3 more before the next roll")
    assert early.until == "after three more"
    due = view(table(replace(ROLLED, dice=(4, 1, 8, EMPTY, EMPTY, EMPTY))))
    assert (due.ahead, due.why) == ("roll", "")
    assert not any(die.playable for die in due.dice)
    full = replace(ringed(), board=(3,) * len(HEXES))
    assert (view(table(full)).ahead, view(table(full)).why) == ("finish", "")


def test_the_board_in_words() -> None:
    lines = view(table(ringed(number=7))).lines
    assert lines[0] == "Row a: empty."
    assert lines[4] == "Row e: 7 on e4, 1 on e5 (surrounded) and 7 on e6."
    around = hexes(view(table(ringed(number=7))))
    assert around["e7"].label == "e7, next to 7"
    assert around["a1"].label == "a1, next to no number"


def test_a_picture_has_nothing_to_press() -> None:
    for scene in (
        Scene.still(GAME, ringed()),
        sample(GAME),
        Scene.picture(History.of(GAME, [Rolled(ROLL)])),
    ):
        shown = view(scene)
        assert not shown.ahead
        assert not any(one.dice or one.score for one in hexes(shown).values())
        assert not any(die.playable or die.unfit for die in shown.dice)


def test_the_door_shows_every_kind_of_hex() -> None:
    marks = {one.mark for one in hexes(view(sample(GAME))).values()}
    assert marks == {"", "lit", "ring", "scored"}


def test_the_examples_of_the_rules_are_true() -> None:
    pictures = [scene for _, scene in examples(GAME)]
    surrounded, far, small, fitting, five, scoring = (hexes(view(scene)) for scene in pictures)
    assert (surrounded["e5"].number, surrounded["e5"].mark) == (6, "ring")
    assert (far["g6"].number, far["g6"].mark) == (6, "forbidden")
    assert (small["d6"].number, small["d6"].mark) == (6, "forbidden")
    assert (fitting["d4"].number, fitting["d4"].mark) == (4, "allowed")
    assert (five["e5"].number, five["e5"].mark, five["e6"].number) == (6, "", None)
    assert may_stand(pictures[4].state.board, HEXES.index("e6"), 7)
    assert (scoring["e5"].mark, scoring["e6"].number) == ("ring", 7)
    board = pictures[2].state.board
    beside = replace(ROLLED, board=board, dice=(4, 6, 8, 9, 12, 20))
    assert str(GAME.why_not(beside, "place d6 d6")) == "6 cannot go next to a 7"


def test_marks_share_no_name_with_the_styles_of_the_server() -> None:
    styles = Path(web.__file__).parent.glob("static/*.css")
    assert not [style.name for style in styles if ".mark-" in style.read_text(encoding="utf-8")]
