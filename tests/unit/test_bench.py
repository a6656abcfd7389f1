"""bench: each part runs at a tiny size and gives its figures. How fast is for `make bench`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import churn, decisions, history, load, memory, start, wire
from tests.house_books import packed

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(),
                                reason="the bench reads Linux's /proc")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in ("THINK", 0.3), ("WARM_UP", 0.1), ("SETTLE", 0.1):
        monkeypatch.setattr(load, name, seconds)


def test_the_load_gives_each_figure_beside_the_peers() -> None:
    found = load.figures(counts=(3,), seconds=0.9, turns=1)
    assert found["load_3_keys"] >= found["load_3_steps"] > 0 < found["load_3_disk_sync_p50_ms"]
    for figure in "p50_ms", "p99_ms", "cpu_us":
        assert found[f"load_3_{figure}"] > 0 and found[f"load_3_echo_{figure}"] > 0
    assert found["load_3_p50_ratio"] == pytest.approx(
        found["load_3_p50_ms"] / found["load_3_echo_p50_ms"])


def test_a_door_is_started_with_a_server_and_without() -> None:
    found = start.figures(running=1, first=1)
    assert all(found[name] > 0 for name in ("start_first_ms", "start_ms", "start_pass_ms"))
    assert found["start_memory_ratio"] == pytest.approx(
        found["start_memory_kib"] / found["start_memory_pass_kib"])


def test_frames_are_weighed() -> None:
    found = wire.figures(players=3, keys=12)
    assert 0 < found["wire_key_bytes"] < found["wire_repaint_bytes"] < 4000
    assert "wire_change_bytes" in found


def test_the_house_is_timed_and_its_book_weighed(tmp_path: Path) -> None:
    path = tmp_path / "policy.bin"
    path.write_bytes(packed())
    found = decisions.figures(hands=20, path=path)
    for name in "house_bet", "house_draw":
        assert found[f"{name}_us"] > 0 < found[f"{name}_strength_us"]
        assert found[f"{name}_ratio"] == pytest.approx(
            found[f"{name}_us"] / found[f"{name}_strength_us"])
    assert found["house_file_mib"] == pytest.approx(len(packed()) / 2 ** 20)
    assert 0 <= found["house_memory_mib"] < 24


def test_a_figure_with_a_bound_keeps_its_verdict_beside_a_ratio_without() -> None:
    (row,) = bench.rows({"house_bet_us": 15.0, "house_bet_strength_us": 0.5,
                         "house_bet_ratio": 30.0})
    assert row.split() == ["house_bet_us", "15.00", "0.50", "30.00", "at", "most", "20:", "kept"]


def test_callers_are_weighed_while_seated_and_as_they_come_and_go() -> None:
    found = memory.figures(callers=4, seconds=0.2) | churn.figures(callers=12, warm_up=4)
    assert found["memory_seated_kib"] > 0 and "memory_echo_kib" in found
    assert found["churn_callers"] == 12 and "churn_growth_kib" in found


def test_the_parts_asked_for_are_printed_and_written(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bench, "LATEST", tmp_path / "latest.json")
    monkeypatch.setattr(bench, "PARTS", {
        "engine": lambda quick: {"engine_hands": 9.0, "engine_ratio": 9.0},
        "memory": lambda quick: {"memory_seated_kib": 14.0, "memory_echo_kib": 10.0,
                                 "memory_ratio": 1.4}})
    bench.main(["memory"])
    assert json.loads((tmp_path / "latest.json").read_text()) == {
        "memory_seated_kib": 14.0, "memory_echo_kib": 10.0, "memory_ratio": 1.4}
    assert capsys.readouterr().out.splitlines()[1].split() == [
        "memory_seated_kib", "14.00", "10.00", "1.40", "at", "most", "1.5:", "kept"]
    bench.main([])
    assert json.loads((tmp_path / "latest.json").read_text())["engine_ratio"] == 9.0
    assert "at least 10: FALLS SHORT" in capsys.readouterr().out


def test_a_long_past_is_looked_at_beside_a_short_one() -> None:
    found = history.figures(many=300, turns=2)
    for name in "history", "history_hand", "history_figures":
        assert found[f"{name}_us"] > 0 < found[f"{name}_few_us"]
        assert found[f"{name}_ratio"] == pytest.approx(
            found[f"{name}_us"] / found[f"{name}_few_us"])


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bench.main(["speed"])
    assert "no such part: speed" in capsys.readouterr().err
