"""A page gives no roll or knockout away before the dice have landed."""

from difflib import unified_diff

import pytest
from playwright.sync_api import Page

from dicehall.game import games
from dicehall.match.events import DiceRolled, MatchEvent, MovePlayed
from support.browser import NewPage
from support.laid_tables import lay_table
from support.server import Server
from support.tables import sit_down

STANDS = "() => document.documentElement.matches('[data-ready]:not([data-playing])')"

RECORD_THROWS = """
  window.throws = [];
  const drawn = {}; // by moment: the page as it was before the next event
  let air = [];
  const page = () => {
    const copy = document.body.cloneNode(true);
    const inputs = [...document.querySelectorAll("input")];
    copy.querySelectorAll("input")
      .forEach((one, n) => one.toggleAttribute("checked", inputs[n].checked));
    const dice = copy.querySelectorAll(".flight, [data-rolled], script, template");
    for (const part of dice) part.remove();
    return `${document.title}\\n${copy.innerHTML.replace(/>/g, ">\\n")}`;
  };
  const note = () => {
    const moment = Number(document.getElementById("table")?.dataset.moment ?? NaN);
    if (document.querySelector(".flight :is(.cube, .polyhedron)")) {
      if (air.at(-1) !== page()) air.push(page());
    } else if (moment >= 0) {
      for (const seen of air) throws.push([drawn[moment - 1], seen]);
      air = [];
      drawn[moment] = page();
    }
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(note).observe(document, everything);
"""
"""For each change while dice are in the air: the page before the roll, and the page then; both
without dice."""

RECORD_KNOCKOUT = """
  window.timeline = [];
  const column = document.getElementById("far-2");
  const shown = (column) => column.outerHTML + JSON.stringify(column.getBoundingClientRect());
  const was = shown(column);
  const note = () => {
    if (Number(document.getElementById("table").dataset.moment) > 14) return;
    const column = document.getElementById("far-2");
    const flying = document.getElementById("d7")?.getBoundingClientRect();
    const slot = document.querySelector("#near-2 .socket").getBoundingClientRect();
    const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
    timeline.push({
      same: shown(column) === was,
      dice: column.querySelectorAll(".die[data-travel]").length,
      score: Number(document.getElementById("far-2-points").textContent),
      total: Number(document.querySelector(".seat-far .total").textContent),
      struck: document.querySelectorAll(".flight").length,
      distance: Math.hypot(...middle(flying).map((at, axis) => at - middle(slot)[axis])),
      upper: document.getElementById("d4").getBoundingClientRect().y,
    });
    requestAnimationFrame(note);
  };
  note();
"""


@pytest.fixture
def moving(new_page: NewPage) -> Page:
    """A page on which things move."""
    return new_page(reduced_motion="no-preference")


@pytest.mark.parametrize("game", games())
def test_until_dice_have_landed_nothing_but_the_dice_differs(
    server: Server, moving: Page, game: str
) -> None:
    moving.add_init_script(RECORD_THROWS)
    moving.bring_to_front()
    two = 2 in games()[game].seats
    fields = {"other": "Bob"} if two else {}
    sit_down(moving, server.address, game, "people" if two else "alone", **fields)
    moving.wait_for_function(STANDS)
    api = moving.url.replace("/matches/", "/api/matches/")
    seen = moving.request.get(api).json()
    while moving.evaluate("throws.length") < 3 and not seen["over"]:
        move = {"move": seen["turn"]["moves"][0], "version": seen["version"]}
        seen = moving.request.post(f"{api}/moves", data=move).json()
        moving.wait_for_selector(f'#table[data-moment="{len(seen["log"])}"]')
        moving.wait_for_function(STANDS)
    throws = moving.evaluate("throws")
    assert len(throws) > 1
    assert "rolled" not in throws[0][1]
    for before, during in throws:
        assert before == during, "\n".join(unified_diff(before.split("\n"), during.split("\n")))


@pytest.mark.parametrize(("game", "score"), [("knucklebones", 24), ("knuckles", 29)])
def test_knocked_out_dice_break_on_impact(
    server: Server, moving: Page, game: str, score: int
) -> None:
    """The other's second column holds 5, 4, 5; a 5 goes into the column that faces it."""
    events: list[MatchEvent] = []
    for face, column in ((3, 1), (5, 2), (2, 1), (4, 2), (6, 3), (5, 2)):
        seat = len(events) // 2 % 2
        move = MovePlayed(seat, f"column {column}", f"{len(events)}")
        events += [DiceRolled((face,)), move]
    lay_table(server, moving, game, *events, DiceRolled((5,)), seats=("", "easy"))
    moving.bring_to_front()
    moving.wait_for_function(STANDS)
    # Slowly, so that the shards fly for many frames even on a busy machine.
    moving.evaluate("document.documentElement.dataset.speed = 'calm'")
    moving.evaluate(f"() => {{ {RECORD_KNOCKOUT} }}")
    moving.click("#near-2")
    moving.wait_for_selector("#table.acting[data-moment='17']")
    timeline = moving.evaluate("timeline")
    impact = next(n for n, moment in enumerate(timeline) if moment["struck"])
    until, then = timeline[:impact], timeline[impact:]
    assert until[0]["distance"] > 50 > 5 > then[0]["distance"]
    assert all(moment["same"] for moment in until)
    assert {moment["dice"] for moment in then} == {1}
    assert {(moment["score"], moment["total"]) for moment in until} == {(score, score)}
    for points in ("score", "total"):
        falling = [moment[points] for moment in then]
        assert falling == sorted(falling, reverse=True)
        assert falling[-1] == 4
    assert then[0]["upper"] == until[0]["upper"] != then[-1]["upper"], "the rest falls afterwards"
