import json
from collections.abc import Iterator

import pytest

from dicehall import bench
from dicehall.bench import Measurement
from dicehall.cli import main

TABLE = [Measurement("fune: random steps", 54321.09, "steps/s"), Measurement("a step", 0.5, "µs")]


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measurements", lambda: iter(TABLE))


def test_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["fune: random steps", "a step"]
    assert [line.split()[-2:] for line in lines] == [["54,321.1", "steps/s"], ["0.5", "µs"]]


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bench", "--json"])
    assert json.loads(capsys.readouterr().out) == [
        {"what": "fune: random steps", "value": 54321.09, "unit": "steps/s"},
        {"what": "a step", "value": 0.5, "unit": "µs"},
    ]


def test_the_server_is_measured_by_its_name(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    received: list[tuple[str, float]] = []

    def measure(database: str, seconds: float) -> Iterator[Measurement]:
        received.append((database, seconds))
        yield Measurement("p99", 3.5, "ms")

    monkeypatch.setattr("dicehall.bench.server.measure", measure)
    with pytest.raises(SystemExit):
        main(["bench", "server", "--database", "postgresql:///test", "--seconds", "2"])
    assert received == [("postgresql:///test", 2.0)]
    assert capsys.readouterr().out.split() == ["p99", "3.5", "ms"]


def test_unknown_benchmarks_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["bench", "luck"])
    assert left.value.code == 2
    assert "server" in capsys.readouterr().err
