from types import SimpleNamespace

import pytest

from dicehall.bench import solving


def test_solving_is_measured_beside_a_peer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "find_spec", lambda name: None)
    alone = {measurement.what: measurement.value for measurement in solving.measure()}
    assert alone["fune: difference from the known value"] < 1
    assert not any(solving.PEER_NAME in what for what in alone)
    peer = SimpleNamespace(
        Variant=str,
        Solver=SimpleNamespace(build=lambda variant: sum(range(10**6))),
    )
    monkeypatch.setattr(solving, "find_spec", lambda name: name)
    monkeypatch.setattr(solving, "import_module", lambda name: peer)
    beside = {measurement.what: measurement.value for measurement in solving.measure()}
    assert beside["fune: faster than yatzy-solver to solve"] > 0
