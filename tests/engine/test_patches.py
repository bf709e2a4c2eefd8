"""What a step says of the view: applied to the one before, it gives the one after and its hash, in browsers as well."""

import tracemalloc
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.engine.canonical import Canonical, canonical
from muster.engine.views import view_patch, whole_patch
from tests.kit.house import ROOT
from tests.kit.views import hash_of, next_view, some_view
from tests.kit.wire import patched

Json: TypeAlias = Any
VECTORS: Path = ROOT / "frontend" / "src" / "client" / "patches.json"


def plain(value: Json) -> Json:
    return orjson.loads(orjson.dumps(value))


@given(st.integers(0, 2**32))
def test_a_patch_leads_from_any_view_to_any_other_and_so_does_the_hash(seed: int) -> None:
    luck = Random(seed)
    view = some_view(luck)
    held, written = patched({}, plain(whole_patch(view))), Canonical()
    written.update(view, whole_patch(view))
    assert held == plain(view)
    assert written.hash == hash_of(view)
    for _ in range(4):
        after = next_view(luck, view)
        patch = view_patch(view, after)
        held = patched(held, plain(patch))
        written.update(after, patch)
        assert held == plain(after)
        assert written.hash == hash_of(after)
        assert (patch == {}) == (plain(view) == plain(after))
        view = after


def test_a_patch_repeats_nothing_that_is_as_before() -> None:
    luck = Random(3)
    for _ in range(50):
        view = some_view(luck)
        after = next_view(luck, view)
        before, patch = plain(view), plain(view_patch(view, after))
        for name, change in patch.items():
            parts = [(before[name], change)] if name in ("phase", "result") else []
            if name not in ("phase", "result", "scenario"):
                parts = [(before[name].get(key), entry) for key, entry in change.items()]
            for held, part in parts:
                assert held != part
                if isinstance(held, dict) and part is not None:
                    assert part
                    assert all(held[field] != value for field, value in part.items())


def vectors() -> str:
    """A view, and step by step what travels and what it leads to: a line each, for the client's test of the same."""
    luck = Random(1666)
    view = some_view(luck)
    lines: list[Json] = [{"view": view}]
    for _ in range(12):
        after = next_view(luck, view)
        lines.append({"patch": view_patch(view, after), "view": after, "hash": hash_of(after)})
        view = after
    return "[\n" + ",\n".join(orjson.dumps(line).decode() for line in lines) + "\n]\n"


def test_the_client_is_tested_with_these_patches(pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("update_golden"):
        VECTORS.write_text(vectors(), encoding="utf-8")
    assert VECTORS.read_text(encoding="utf-8") == vectors()


@pytest.mark.parametrize("size", [0, 40, 400, 1500, 4000])
def test_what_is_kept_takes_no_more_room_than_its_bytes(size: int) -> None:
    """What orjson gives lies in a buffer of at least 4 KB, up to ten times as large as what it holds."""
    value = {"text": "x" * size}
    tracemalloc.start()
    kept = [canonical(value) for _ in range(50)]
    room, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert room < sum(map(len, kept)) + 200 * len(kept)
