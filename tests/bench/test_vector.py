import pytest

from dicehall.bench import vector
from dicehall.game import games


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "MATCHES", 4)


def test_every_game_is_stepped_beside_the_peer() -> None:
    measured = {measurement.what: measurement.value for measurement in vector.measure(share=0.01)}
    assert all(value > 0 for value in measured.values())
    peer = measured["OpenSpiel's yacht: steps from Python"]
    for game in games():
        ratio = measured[f"{game}: steps in a vector environment"] / peer
        assert measured[f"{game}: faster than OpenSpiel's yacht"] == pytest.approx(ratio)


def test_missing_packages_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector, "find_spec", lambda name: None if name == vector.PEER else name)
    alone = [measurement.what for measurement in vector.measure(share=0.01)]
    assert alone == [f"{game}: steps in a vector environment" for game in games()]
    monkeypatch.setattr(vector, "find_spec", lambda name: None)
    assert list(vector.measure()) == []
