from types import SimpleNamespace

import pytest

from dicehall.bench import batches, solving
from dicehall.game import games


@pytest.mark.usefixtures("fune_tablebase")
def test_every_game_is_measured_at_random() -> None:
    measured = list(batches.measure(share=1e-4))
    found = {measurement.what for measurement in measured}
    assert {f"{name}: random games in a batch" for name in games()} <= found
    assert {f"{name}: random steps in a batch" for name in games()} <= found
    assert "fune: optimal games in a batch" in found
    assert all(measurement.value > 0 for measurement in measured)


def test_a_random_step_is_a_roll_or_a_move() -> None:
    from dicehall.games.bones.batches import batches as bones_batches

    (random, *_) = bones_batches("knucklebones")
    assert random.steps > 2 * 2 * 9, "two grids are filled, and some dice are knocked out"


@pytest.mark.usefixtures("fune_tablebase")
def test_solving_is_measured_beside_a_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "GAMES", 100)
    monkeypatch.setattr(solving, "find_spec", lambda name: None)
    alone = {measurement.what: measurement.value for measurement in solving.measure()}
    assert alone["fune: difference from the known value"] < 1
    assert not any(solving.PEER_NAME in what for what in alone)
    peer = SimpleNamespace(
        Variant=str,
        Solver=SimpleNamespace(
            build=lambda variant: SimpleNamespace(simulate=lambda games, seed: sum(range(10**6)))
        ),
    )
    monkeypatch.setattr(solving, "find_spec", lambda name: name)
    monkeypatch.setattr(solving, "import_module", lambda name: peer)
    beside = {measurement.what: measurement.value for measurement in solving.measure()}
    assert beside["fune: faster than yatzy-solver to play"] > 0
